import { useT } from '../../../app/i18n'
import { may } from '../../../app/permissions'
import { readAgain } from '../../../kit/command/subjects'
import { DateTime } from '../../../kit/DateTime'
import { FileDrop } from '../../../kit/files/FileDrop'
import { formatAmount } from '../../../kit/format'
import { StatusWord } from '../../../kit/list/Cell'
import { defineList } from '../../../kit/list/definition'
import { ResourceList } from '../../../kit/list/ResourceList'
import { EmptyState } from '../../../ui/EmptyState'
import { RefundTabs } from '../RefundTabs'
import { MAY_UPLOAD, NOTICE_STATUSES, type NoticeRow, noticePath } from './notice'
import { LARGEST, sendNotice } from './upload'

const COUNTS = ['lines', 'matched', 'known', 'over', 'unknown', 'bad'] as const

const NOTICES = defineList<NoticeRow>({
  name: 'payouts.return_notices',
  path: '/v1/payouts/return-notices',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  amount: 'amount',
  status: { key: 'status', values: NOTICE_STATUSES },
  facets: '/v1/payouts/return-notices/facets',
  views: 'payouts.return_notices',
  search: 'payoutRefunds.notices.list.search',
  href: ({ id }) => noticePath(id),
  columns: [
    { key: 'name', kind: 'text', title: 'payoutRefunds.notices.column.name', sortable: true, locked: true },
    { key: 'status', kind: 'status', title: 'payoutRefunds.notices.column.status', width: 140 },
    ...COUNTS.map(
      (key) =>
        ({
          key,
          kind: 'text',
          title: `payoutRefunds.notices.column.${key}`,
          width: key === 'lines' || key === 'bad' ? 92 : 128,
          align: 'end',
          muted: key === 'known',
          hidden: key === 'known',
        }) as const,
    ),
    {
      key: 'amount',
      kind: 'money',
      title: 'payoutRefunds.notices.column.amount',
      width: 132,
      currency: 'BRL',
    },
    {
      key: 'actor',
      kind: 'text',
      title: 'payoutRefunds.notices.column.actor',
      width: 190,
      muted: true,
      hidden: true,
    },
    {
      key: 'created_at',
      kind: 'time',
      title: 'payoutRefunds.notices.column.created_at',
      sortable: true,
      width: 136,
      muted: true,
    },
    { key: 'company_name', kind: 'text', title: 'payoutRefunds.notices.column.company_name', hidden: true },
    { key: 'id', kind: 'id', title: 'payoutRefunds.notices.column.id', width: 138, hidden: true },
  ],
  card: ({ name, actor, amount, status, created_at }, text) => ({
    title: name ?? '—',
    note: actor,
    amount: formatAmount(amount, text.language),
    status: <StatusWord values={NOTICE_STATUSES} value={status} text={text} />,
    time: <DateTime at={created_at ?? ''} />,
  }),
})

/** Files that tell which payments came back: where one is brought, and what became of the others. */
export function NoticesList() {
  const t = useT('common', 'kit', 'payoutRefunds')
  if (!may(MAY_UPLOAD)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return (
    <ResourceList
      list={NOTICES}
      title={t('payoutRefunds.title')}
      caption={t('payoutRefunds.notices.caption')}
      tabs={<RefundTabs />}
      Summary={Upload}
    />
  )
}

/** Where a file is dropped or chosen; it opens once it was sent. */
function Upload() {
  const t = useT('payoutRefunds')
  return (
    <FileDrop
      choose={t('payoutRefunds.notices.upload.choose')}
      reading={t('payoutRefunds.notices.upload.reading')}
      hint={t('payoutRefunds.notices.upload.hint')}
      sending={(name) => t('payoutRefunds.notices.upload.sending', { name })}
      accept=".csv,.CSV,.txt,.TXT,.tsv,.xlsx,.XLSX,.ret,.RET"
      refused={({ size }) => {
        if (size === 0) return t('payoutRefunds.notices.upload.empty')
        return size > LARGEST ? t('payoutRefunds.notices.upload.too_large') : null
      }}
      send={async (file, told) => {
        const sent = await sendNotice(file, told)
        readAgain('payouts:return_notice:finish')
        return noticePath(sent)
      }}
    />
  )
}
