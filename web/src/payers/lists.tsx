import { DateTime } from '../kit/DateTime'
import { formatAmount } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { defineList, type ListDefinition } from '../kit/list/definition'
import { recordPath } from '../payin/charge'
import { CHARGES } from '../payin/list'
import { CASES } from '../payin/med/list'
import { RECURRENCES } from '../pix/recurrenceList'
import { REFUND_STATUSES, type RefundRow } from './payer'

const OF_PAYER = new Set(['payer_name', 'payer_document'])

/** A list of a section as it stands on the page of one payer: all of time, and without what all its rows share. */
function ofPayer<Row>(list: ListDefinition<Row>, name: string): ListDefinition<Row> {
  const { period: _period, search: _search, views: _views, tiles: _tiles, bulk: _bulk, ...rest } = list
  return {
    ...rest,
    name,
    typed: [],
    selectable: false,
    columns: list.columns.filter(({ key }) => !OF_PAYER.has(key)),
  }
}

export const REFUNDS_OF_PAYER = defineList<RefundRow>({
  name: 'payin.payer_refunds',
  path: '/v1/payin/refunds',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  amount: 'amount',
  status: { key: 'status', values: REFUND_STATUSES },
  facets: '/v1/payin/refunds/facets',
  href: ({ charge_id }) => recordPath(charge_id ?? ''),
  columns: [
    {
      key: 'created_at',
      kind: 'time',
      title: 'payers.column.created_at',
      sortable: true,
      width: 136,
      muted: true,
      locked: true,
    },
    { key: 'reason', kind: 'text', title: 'payers.column.reason' },
    { key: 'status', kind: 'status', title: 'payers.column.status', width: 170 },
    {
      key: 'amount',
      kind: 'money',
      title: 'payers.column.amount',
      sortable: true,
      width: 132,
      currency: 'BRL',
    },
    { key: 'settled_at', kind: 'time', title: 'payers.column.settled_at', width: 140, muted: true },
    { key: 'end_to_end_id', kind: 'id', title: 'payers.column.end_to_end_id', width: 138, leaves: 1 },
    { key: 'rtr_id', kind: 'id', title: 'payers.column.rtr_id', width: 138, hidden: true },
    { key: 'charge_id', kind: 'id', title: 'payers.column.charge_id', width: 138, hidden: true },
    { key: 'payer_name', kind: 'text', title: 'payers.column.payer_name', width: 200, hidden: true },
    {
      key: 'payer_document',
      kind: 'document',
      title: 'payers.column.payer_document',
      width: 160,
      hidden: true,
    },
    { key: 'company_name', kind: 'text', title: 'payers.column.company_name', width: 180, hidden: true },
    { key: 'company_id', kind: 'text', title: 'payers.column.company_id', width: 120, hidden: true },
    { key: 'last_error', kind: 'text', title: 'payers.column.last_error', width: 240, hidden: true },
    { key: 'id', kind: 'id', title: 'payers.column.id', width: 138, hidden: true },
  ],
  card: ({ amount, status, created_at, reason }, text) => ({
    title: <StatusWord values={REFUND_STATUSES} value={status} text={text} />,
    note: reason,
    amount: formatAmount(amount, text.language),
    time: <DateTime at={created_at ?? ''} />,
  }),
})

export const CHARGES_OF_PAYER = ofPayer(CHARGES, 'payin.payer_charges')
export const DISPUTES_OF_PAYER = ofPayer(CASES, 'payin.payer_disputes')
export const RECURRENCES_OF_PAYER = ofPayer(RECURRENCES, 'payin.payer_recurrences')
