import { FilePlus } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatAmount, formatDay } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { ResourceList } from '../../kit/list/ResourceList'
import { MAY_REMIT, remittancePath } from '../return-file/file'
import { FileTabs } from '../return-file/Tabs'
import { type RemittanceRow, STATES } from './remittance'

const draft = lazyDialog(() => import('./DraftRemittance'))

const REMITTANCES = defineList<RemittanceRow>({
  name: 'payouts.remittances',
  path: '/v1/payouts/remittances',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  period: 'created_at',
  status: { key: 'state', values: STATES },
  facets: '/v1/payouts/remittances/facets',
  tiles: { key: 'state', values: STATES, label: 'payoutFiles.remittances.tiles', all: 'returns.list.all' },
  views: 'payouts.remittances',
  search: 'payoutFiles.remittances.search',
  href: ({ id }) => remittancePath(id),
  columns: [
    {
      key: 'created_at',
      kind: 'time',
      title: 'payoutFiles.column.drafted',
      sortable: true,
      width: 136,
      muted: true,
      locked: true,
    },
    { key: 'processor', kind: 'text', title: 'payoutFiles.column.processor' },
    { key: 'sequence', kind: 'text', title: 'returns.column.sequence', width: 120, align: 'end', name: true },
    {
      key: 'day',
      kind: 'text',
      title: 'payoutFiles.column.day',
      width: 120,
      render: ({ day }, { language }) => (day ? formatDay(day, language) : '—'),
    },
    { key: 'lines', kind: 'text', title: 'payoutFiles.column.entries', width: 110, align: 'end' },
    {
      key: 'amount',
      kind: 'money',
      title: 'payoutFiles.column.total',
      width: 150,
      sortable: true,
      currency: 'BRL',
    },
    { key: 'state', kind: 'status', title: 'returns.column.status', width: 150 },
    { key: 'actor', kind: 'text', title: 'payoutFiles.column.drafted_by', width: 190, hidden: true },
    { key: 'sealed_at', kind: 'time', title: 'payoutFiles.column.sealed_at', width: 136 },
    { key: 'sealed_by', kind: 'text', title: 'payoutFiles.column.sealed_by', width: 190, hidden: true },
    { key: 'delivered_at', kind: 'time', title: 'payoutFiles.column.delivered_at', width: 136, hidden: true },
    { key: 'ended_at', kind: 'time', title: 'payoutFiles.column.ended_at', width: 136, hidden: true },
    { key: 'sha256', kind: 'text', title: 'payoutFiles.column.sha256', width: 180, hidden: true },
    { key: 'id', kind: 'id', title: 'returns.column.id', width: 138, hidden: true },
  ],
  card: ({ processor, sequence, amount, state, created_at }, text) => ({
    title: processor ?? '',
    note: sequence ? text.t('payoutFiles.in_remittance', { sequence }) : '',
    amount: amount && formatAmount(amount, text.language),
    status: <StatusWord values={STATES} value={state} text={text} />,
    time: <DateTime at={created_at ?? ''} />,
  }),
})

/** What banks get, and how far each is. */
export function RemittancesList() {
  const t = useT('kit', 'returns', 'payoutFiles')
  return (
    <ResourceList
      list={REMITTANCES}
      tabs={<FileTabs />}
      title={t('payoutFiles.remittances.title')}
      actions={
        <CommandButton
          dialog={draft}
          given={{}}
          permissions={MAY_REMIT}
          anyMerchant
          icon={<FilePlus size={18} strokeWidth={1.75} />}
        >
          {t('payoutFiles.draft.open')}
        </CommandButton>
      }
    />
  )
}
