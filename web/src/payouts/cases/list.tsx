import { DateTime } from '../../kit/DateTime'
import { formatAmount } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { CASE_STATUSES, type CaseRow, casePath, KINDS, OUTCOMES, wordOf } from './case'

/** What the bank did and no payment explains. */
export const CASES = defineList<CaseRow>({
  name: 'payouts.cases',
  path: '/v1/payouts/cases',
  rowKey: ({ id }) => id,
  order: { by: 'opened_at', sort: 'desc' },
  amount: 'amount',
  status: { key: 'status', values: CASE_STATUSES },
  choices: [
    { key: 'kind', options: KINDS.map((value) => ({ value, label: `payoutCases.kind.${value}` })) },
    { key: 'outcome', options: OUTCOMES.map((value) => ({ value, label: `payoutCases.outcome.${value}` })) },
  ],
  tiles: {
    key: 'status',
    values: CASE_STATUSES,
    label: 'payoutCases.list.tiles',
    all: 'payoutCases.list.all',
  },
  facets: '/v1/payouts/cases/facets',
  views: 'payouts.cases',
  search: 'payoutCases.list.search',
  href: ({ id }) => casePath(id),
  columns: [
    {
      key: 'opened_at',
      kind: 'time',
      title: 'payoutCases.column.opened_at',
      sortable: true,
      width: 136,
      muted: true,
      locked: true,
    },
    {
      key: 'kind',
      kind: 'text',
      title: 'payoutCases.column.kind',
      render: ({ kind }, { t }) => wordOf(t, 'kind', kind ?? ''),
    },
    { key: 'company_name', kind: 'text', title: 'payoutCases.column.company_name', width: 180 },
    { key: 'holder_name', kind: 'text', title: 'payoutCases.column.holder_name', width: 180, muted: true },
    { key: 'status', kind: 'status', title: 'payoutCases.column.status', width: 190 },
    {
      key: 'outcome',
      kind: 'text',
      title: 'payoutCases.column.outcome',
      width: 190,
      muted: true,
      render: ({ outcome }, { t }) => (outcome ? wordOf(t, 'outcome', outcome) : '—'),
    },
    {
      key: 'amount',
      kind: 'money',
      title: 'payoutCases.column.amount',
      sortable: true,
      width: 140,
      currency: 'BRL',
    },
    { key: 'reference', kind: 'id', title: 'payoutCases.column.reference', width: 138, hidden: true },
    { key: 'payout_id', kind: 'id', title: 'payoutCases.column.payout_id', width: 138, hidden: true },
    {
      key: 'source',
      kind: 'text',
      title: 'payoutCases.column.source',
      width: 140,
      hidden: true,
      render: ({ source }, { t }) => wordOf(t, 'source', source ?? ''),
    },
    { key: 'proposed_by', kind: 'text', title: 'payoutCases.column.proposed_by', width: 210, hidden: true },
    { key: 'settled_by', kind: 'text', title: 'payoutCases.column.settled_by', width: 210, hidden: true },
    { key: 'settled_at', kind: 'time', title: 'payoutCases.column.settled_at', width: 136, hidden: true },
    { key: 'id', kind: 'id', title: 'payoutCases.column.id', width: 138, hidden: true },
  ],
  card: (row, text) => ({
    title: wordOf(text.t, 'kind', row.kind ?? ''),
    note: row.company_name,
    amount: formatAmount(row.amount, text.language),
    status: <StatusWord values={CASE_STATUSES} value={row.status ?? ''} text={text} />,
    time: <DateTime at={row.opened_at ?? ''} />,
  }),
})
