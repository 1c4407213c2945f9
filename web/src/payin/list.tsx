import { api, body } from '../app/api'
import { zoneNow } from '../app/zone'
import { withBulk } from '../kit/bulk/BulkCommands'
import type { BulkCommand } from '../kit/bulk/bulkCommand'
import { DateTime } from '../kit/DateTime'
import { formatAmount, formatDay, formatDocument } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { type Choice, defineList, type Text } from '../kit/list/definition'
import { daysOf } from '../kit/list/period'
import { CHARGE_STATUSES } from '../kit/statuses'
import { AwaitingApproval } from './AwaitingApproval'
import { ChargeActs } from './ChargeActs'
import {
  type ChargeRow,
  hasFailed,
  isOpen,
  isRefundable,
  KINDS,
  MAY_CHARGE,
  MAY_REFUND,
  recordPath,
  wordOf,
} from './charge'
import styles from './list.module.css'

function Payer({ name, document }: { name: string | null; document: string | null }) {
  if (!name && !document) return '—'
  return (
    <>
      {name ?? '—'}
      {document && <span className={styles.document}>{formatDocument(document)}</span>}
    </>
  )
}

/** Its state, and that a refund of it waits for a second person. */
function State({ row, text }: { row: ChargeRow; text: Text }) {
  return (
    <span className={styles.state}>
      <StatusWord values={CHARGE_STATUSES} value={row.status} text={text} />
      <AwaitingApproval amount={row.awaiting_approval} />
    </span>
  )
}

/** Processors of the charges of the last 90 days, the one with most first. */
async function processorsThere(signal: AbortSignal): Promise<Choice['options']> {
  const { from, to } = daysOf({ preset: '90d' }, new Date(), zoneNow())!
  const { processors } = await body(
    api.GET('/v1/payin/administration', { params: { query: { from, to } }, signal }),
  )
  return processors.map(({ key }) => ({ value: key, label: key }))
}

/** With every merchant in sight, whose charge it is stands in the list too. */
const charges = (ofAll: boolean) =>
  defineList<ChargeRow>({
    name: ofAll ? 'payin.payments.all' : 'payin.payments',
    path: '/v1/payin/charges',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    period: 'created_at',
    amount: 'amount',
    status: { key: 'status', values: CHARGE_STATUSES },
    facets: '/v1/payin/charges/facets',
    views: 'payin.payments',
    search: 'payin.list.search',
    typed: [{ key: 'payer_document', kind: 'document' }],
    days: ['paid_at'],
    choices: [
      { key: 'method', options: [{ value: 'pix', label: 'payin.method.pix' }] },
      { key: 'kind', options: KINDS },
      { key: 'processor', options: [], load: processorsThere },
      {
        key: 'has_refund',
        options: [
          { value: 'true', label: 'payin.list.with_refund' },
          { value: 'false', label: 'payin.list.without_refund' },
        ],
      },
    ],
    href: ({ id }) => recordPath(id),
    // A Command acts on one merchant.
    ...(ofAll ? {} : { actions: { width: 68, render: (row) => <ChargeActs row={row} /> } }),
    columns: [
      {
        key: 'created_at',
        kind: 'time',
        title: 'payin.column.created_at',
        sortable: true,
        width: 136,
        muted: true,
        locked: true,
      },
      { key: 'company_name', kind: 'text', title: 'payin.column.company_name', width: 180, hidden: !ofAll },
      {
        key: 'end_to_end_id',
        kind: 'id',
        title: 'payin.column.end_to_end_id',
        width: 128,
        hidden: ofAll,
        leaves: 2,
      },
      {
        key: 'payer_name',
        kind: 'text',
        title: 'payin.column.payer_name',
        render: ({ payer_name, payer_document }) => <Payer name={payer_name} document={payer_document} />,
      },
      {
        key: 'method',
        kind: 'text',
        title: 'payin.column.method',
        width: 80,
        muted: true,
        render: ({ method }, { t }) => wordOf(t, 'method', method),
      },
      {
        key: 'kind',
        kind: 'text',
        title: 'payin.column.kind',
        width: 128,
        muted: true,
        hidden: true,
        render: ({ kind }, { t }) => wordOf(t, 'kind', kind),
      },
      {
        key: 'due_date',
        kind: 'text',
        title: 'payin.column.due_date',
        width: 120,
        muted: true,
        hidden: true,
        render: ({ due_date }, { language }) => (due_date ? formatDay(due_date, language) : '—'),
      },
      {
        key: 'status',
        kind: 'status',
        title: 'payin.column.status',
        width: 192,
        render: (row, text) => <State row={row} text={text} />,
      },
      { key: 'reference', kind: 'text', title: 'payin.column.reference', width: 136, muted: true },
      {
        key: 'amount',
        kind: 'money',
        title: 'payin.column.amount',
        sortable: true,
        width: 132,
        currency: 'BRL',
      },
      {
        key: 'fee',
        kind: 'money',
        title: 'payin.column.fee',
        width: 92,
        muted: true,
        hidden: ofAll,
        leaves: 1,
      },
      { key: 'net', kind: 'money', title: 'payin.column.net', width: 130, muted: true, hidden: true },
      {
        key: 'refunded',
        kind: 'money',
        title: 'payin.column.refunded',
        width: 130,
        muted: true,
        hidden: true,
      },
      {
        key: 'has_refund',
        kind: 'drawn',
        title: 'payin.column.has_refund',
        width: 120,
        muted: true,
        hidden: true,
        render: ({ has_refund }, { t }) =>
          t(has_refund ? 'payin.list.with_refund' : 'payin.list.without_refund'),
      },
      {
        key: 'awaiting_approval',
        kind: 'money',
        title: 'payin.column.awaiting_approval',
        width: 150,
        muted: true,
        hidden: true,
      },
      {
        key: 'payer_document',
        kind: 'document',
        title: 'payin.column.payer_document',
        width: 160,
        hidden: true,
      },
      { key: 'description', kind: 'text', title: 'payin.column.description', width: 200, hidden: true },
      { key: 'paid_at', kind: 'time', title: 'payin.column.paid_at', width: 140, muted: true, hidden: true },
      {
        key: 'expires_at',
        kind: 'time',
        title: 'payin.column.expires_at',
        width: 140,
        muted: true,
        hidden: true,
      },
      { key: 'txid', kind: 'id', title: 'payin.column.txid', width: 138, hidden: true },
      { key: 'id', kind: 'id', title: 'payin.column.id', width: 138, hidden: true },
      { key: 'batch', kind: 'id', title: 'payin.column.batch', width: 138, hidden: true },
      {
        key: 'processor',
        kind: 'text',
        title: 'payin.column.processor',
        width: 160,
        muted: true,
        hidden: true,
      },
      { key: 'company_id', kind: 'text', title: 'payin.column.company_id', width: 120, hidden: true },
      { key: 'last_error', kind: 'text', title: 'payin.column.last_error', width: 240, hidden: true },
    ],
    card: (row, text) => ({
      title: row.payer_name ?? wordOf(text.t, 'list', 'no_payer'),
      note: ofAll ? row.company_name : row.payer_document ? formatDocument(row.payer_document) : row.txid,
      amount: formatAmount(row.amount, text.language),
      status: <State row={row} text={text} />,
      time: <DateTime at={row.created_at ?? ''} />,
    }),
  })

/** What can be done with many charges at once. */
const COMMANDS: readonly BulkCommand<ChargeRow>[] = [
  {
    name: 'payin:refund:create',
    words: 'payin.bulk.refund',
    permissions: MAY_REFUND,
    moves: 'at_most',
    takes: isRefundable,
  },
  { name: 'payin:charge:retry', words: 'payin.bulk.retry', permissions: MAY_CHARGE, takes: hasFailed },
  {
    name: 'payin:charge:cancel',
    words: 'payin.bulk.cancel',
    permissions: MAY_CHARGE,
    danger: true,
    takes: isOpen,
  },
]

export const CHARGES = withBulk(charges(false), COMMANDS)
export const CHARGES_OF_ALL = withBulk(charges(true), COMMANDS)
