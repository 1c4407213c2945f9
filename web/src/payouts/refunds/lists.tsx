import { DateTime } from '../../kit/DateTime'
import { formatAmount } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { claimPath } from '../../kit/record/objectPath'
import { CLAIM_STATUSES, type ClaimRow, type ReturnRow, returnPath, wordOf } from './refund'

const SOURCES = ['bank', 'claim'].map((value) => ({ value, label: `payoutRefunds.source.${value}` }))

/** What came back of payments. */
export const RETURNS = defineList<ReturnRow>({
  name: 'payouts.returns',
  path: '/v1/payouts/returns',
  rowKey: ({ id }) => id ?? '',
  order: { by: 'returned_at', sort: 'desc' },
  period: 'returned_at',
  amount: 'amount',
  facets: '/v1/payouts/returns/facets',
  choices: [{ key: 'source', options: SOURCES }],
  views: 'payouts.returns',
  search: 'payoutRefunds.list.search',
  href: ({ id }) => returnPath(id ?? ''),
  columns: [
    {
      key: 'returned_at',
      kind: 'time',
      title: 'payoutRefunds.column.returned_at',
      sortable: true,
      width: 136,
      muted: true,
      locked: true,
    },
    { key: 'holder_name', kind: 'text', title: 'payoutRefunds.column.holder_name' },
    { key: 'id', kind: 'id', title: 'payoutRefunds.column.id', width: 138 },
    { key: 'end_to_end_id', kind: 'id', title: 'payoutRefunds.column.end_to_end_id', width: 138 },
    {
      key: 'source',
      kind: 'text',
      title: 'payoutRefunds.column.source',
      width: 150,
      muted: true,
      render: ({ source }, { t }) => wordOf(t, 'source', source ?? ''),
    },
    {
      key: 'amount',
      kind: 'money',
      title: 'payoutRefunds.column.amount',
      sortable: true,
      width: 132,
      currency: 'BRL',
    },
    {
      key: 'payment_amount',
      kind: 'money',
      summed: false,
      title: 'payoutRefunds.column.payment_amount',
      width: 132,
      muted: true,
    },
    { key: 'payment_id', kind: 'id', title: 'payoutRefunds.column.payment_id', width: 138, hidden: true },
    { key: 'company_name', kind: 'text', title: 'payoutRefunds.column.company_name', hidden: true },
  ],
  card: (row, text) => ({
    title: row.holder_name ?? '—',
    note: wordOf(text.t, 'source', row.source ?? ''),
    amount: formatAmount(row.amount, text.language),
    time: <DateTime at={row.returned_at ?? ''} />,
  }),
})

/** Payments that are asked back by dispute (MED). */
export const CLAIMED = defineList<ClaimRow>({
  name: 'payouts.claims',
  path: '/v1/payouts/claims',
  rowKey: ({ id }) => id,
  order: { by: 'opened_at', sort: 'desc' },
  period: 'opened_at',
  amount: 'amount',
  status: { key: 'status', values: CLAIM_STATUSES },
  facets: '/v1/payouts/claims/facets',
  views: 'payouts.claims',
  search: 'payoutRefunds.list.search',
  href: ({ id }) => claimPath(id),
  columns: [
    {
      key: 'opened_at',
      kind: 'time',
      title: 'claims.column.opened_at',
      sortable: true,
      width: 136,
      muted: true,
      locked: true,
    },
    { key: 'holder_name', kind: 'text', title: 'payoutRefunds.column.holder_name' },
    { key: 'status', kind: 'status', title: 'claims.column.status', width: 156 },
    { key: 'due_at', kind: 'time', title: 'payoutRefunds.column.due_at', width: 140 },
    {
      key: 'amount',
      kind: 'money',
      title: 'claims.column.amount',
      sortable: true,
      width: 132,
      currency: 'BRL',
    },
    { key: 'returned', kind: 'money', title: 'claims.column.returned', width: 132, currency: 'BRL' },
    { key: 'end_to_end_id', kind: 'id', title: 'claims.column.end_to_end_id', width: 128, hidden: true },
    { key: 'company_name', kind: 'text', title: 'payoutRefunds.column.company_name', hidden: true },
  ],
  card: (row, text) => ({
    title: row.holder_name ?? '—',
    note: row.end_to_end_id,
    amount: formatAmount(row.amount, text.language),
    status: <StatusWord values={CLAIM_STATUSES} value={row.status} text={text} />,
    time: <DateTime at={row.opened_at ?? ''} />,
  }),
})
