import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { DateTime } from '../../kit/DateTime'
import { formatAmount, formatDay } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { ResourceList } from '../../kit/list/ResourceList'
import { EmptyState } from '../../ui/EmptyState'
import { LOT_STATES, type LotRow, lotPath } from '../processors/lots'
import { SEE_PAYING } from '../processors/processors'
import { FileTabs } from '../return-file/Tabs'

const LOTS = defineList<LotRow>({
  name: 'payouts.lots',
  path: '/v1/payouts/lots',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  period: 'created_at',
  status: { key: 'state', values: LOT_STATES },
  facets: '/v1/payouts/lots/facets',
  tiles: { key: 'state', values: LOT_STATES, label: 'payoutFiles.lots.tiles', all: 'payoutFiles.lots.all' },
  views: 'payouts.lots',
  search: 'payoutFiles.remittances.search',
  href: ({ id }) => lotPath(id),
  columns: [
    {
      key: 'created_at',
      kind: 'time',
      title: 'payoutFiles.lots.collected_at',
      sortable: true,
      width: 136,
      muted: true,
      locked: true,
    },
    { key: 'processor', kind: 'text', title: 'payoutFiles.column.processor' },
    {
      key: 'request_number',
      kind: 'text',
      title: 'payoutFiles.lots.number',
      width: 140,
      align: 'end',
      name: true,
    },
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
    { key: 'submitted_at', kind: 'time', title: 'payoutFiles.lots.submitted_at', width: 136, hidden: true },
    { key: 'released_at', kind: 'time', title: 'payoutFiles.lots.released_at', width: 136 },
    { key: 'ended_at', kind: 'time', title: 'payoutFiles.column.ended_at', width: 136, hidden: true },
    { key: 'last_error', kind: 'text', title: 'payoutFiles.column.last_error', width: 220, hidden: true },
    { key: 'id', kind: 'id', title: 'returns.column.id', width: 138, hidden: true },
  ],
  card: ({ processor, request_number, amount, state, created_at }, text) => ({
    title: processor ?? '',
    note: text.t('payoutFiles.lots.in_lot', { number: String(request_number ?? '') }),
    amount: amount && formatAmount(amount, text.language),
    status: <StatusWord values={LOT_STATES} value={state} text={text} />,
    time: <DateTime at={created_at ?? ''} />,
  }),
})

/** What banks get by API in lots, and how far each is. */
export function LotsList() {
  const t = useT('common', 'kit', 'returns', 'payoutFiles')
  if (!may(SEE_PAYING)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return <ResourceList list={LOTS} tabs={<FileTabs />} title={t('payoutFiles.lots.title')} />
}
