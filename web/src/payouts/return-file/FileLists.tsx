import { Link } from '@tanstack/react-router'
import { FileUp } from 'lucide-react'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { DateTime } from '../../kit/DateTime'
import { formatAmount, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { ResourceList } from '../../kit/list/ResourceList'
import { bankName } from '../../kit/place/bankName'
import { FILE_STATUSES } from '../../returns/file'
import { Upload } from '../../returns/Upload'
import { buttonClass } from '../../ui/Button'
import { BASE, MAY_PREVIEW, type PaymentFileRow, paymentFilePath, SIDES, type Side } from './file'
import { FileTabs } from './Tabs'

const files = (side: Side) =>
  defineList<PaymentFileRow>({
    name: `payouts.return_files.${side}`,
    path: '/v1/payouts/return-files',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    period: 'created_at',
    status: { key: 'status', values: FILE_STATUSES },
    facets: '/v1/payouts/return-files/facets',
    tiles: { key: 'status', values: FILE_STATUSES, label: 'returns.list.tiles', all: 'returns.list.all' },
    views: 'payouts.return_files',
    search: 'returns.list.search',
    href: ({ id }) => paymentFilePath(side, id),
    columns: [
      {
        key: 'created_at',
        kind: 'time',
        title: 'returns.column.created_at',
        sortable: true,
        width: 136,
        muted: true,
        locked: true,
      },
      { key: 'name', kind: 'text', title: 'returns.column.name' },
      {
        key: 'bank_name',
        kind: 'text',
        title: 'returns.column.bank_name',
        width: 172,
        render: ({ bank, bank_name }) => bankName(bank_name) || bank || '—',
      },
      { key: 'agreement', kind: 'text', title: 'returns.column.agreement', width: 140, muted: true },
      {
        key: 'sequence',
        kind: 'text',
        title: 'returns.column.sequence',
        width: 140,
        align: 'end',
        name: true,
      },
      {
        key: 'entries',
        kind: 'text',
        title: 'payoutFiles.column.entries',
        width: 110,
        align: 'end',
        render: ({ entries }, { language }) =>
          entries === null ? '—' : formatNumber(entries ?? 0, language),
      },
      { key: 'paid', kind: 'money', title: 'returns.column.paid', width: 136, currency: 'BRL' },
      { key: 'status', kind: 'status', title: 'returns.column.status', width: 136 },
      { key: 'actor', kind: 'text', title: 'returns.column.actor', width: 208, hidden: side === 'live' },
      {
        key: 'applied_at',
        kind: 'time',
        title: 'returns.column.applied_at',
        width: 136,
        hidden: side === 'preview',
      },
      { key: 'applied_by', kind: 'text', title: 'returns.column.applied_by', width: 200, hidden: true },
      { key: 'id', kind: 'id', title: 'returns.column.id', width: 138, hidden: true },
    ],
    card: ({ name, bank, bank_name, paid, status, created_at }, text) => ({
      title: name,
      note: bankName(bank_name) || bank,
      amount: paid && formatAmount(paid, text.language),
      status: <StatusWord values={FILE_STATUSES} value={status} text={text} />,
      time: <DateTime at={created_at ?? ''} />,
    }),
  })

const FILES = { preview: files('preview'), live: files('live') }

function PaymentUpload() {
  const t = useT('payoutFiles')
  return (
    <Upload
      base={BASE}
      pathOf={(id) => paymentFilePath('preview', id)}
      command="payouts:return_file:apply"
      hint={t('payoutFiles.upload_hint')}
    />
  )
}

/** Payment returns before anything follows of them: they are sent here, read and looked at. */
export function PreviewList() {
  const t = useT('kit', 'returns', 'payoutFiles')
  return <ResourceList list={FILES.preview} title={t('payoutFiles.preview.title')} Summary={PaymentUpload} />
}

/** Payment returns that come true, and those that did. */
export function LiveList() {
  const t = useT('kit', 'returns', 'payoutFiles')
  return (
    <ResourceList
      list={FILES.live}
      tabs={<FileTabs />}
      title={t('payoutFiles.live.title')}
      actions={
        may(MAY_PREVIEW) && (
          <Link to={SIDES.preview} className={buttonClass('secondary')}>
            <FileUp size={18} strokeWidth={1.75} aria-hidden />
            {t('returns.live.send')}
          </Link>
        )
      }
    />
  )
}
