import { withBulk } from '../../kit/bulk/BulkCommands'
import type { BulkCommand } from '../../kit/bulk/bulkCommand'
import { DateTime } from '../../kit/DateTime'
import { formatAmount, formatDay, formatMoney, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { type Column, defineList } from '../../kit/list/definition'
import { numberOf } from '../../kit/place/words'
import { EVIDENCE_STATUSES } from '../evidence/evidence'
import { PaymentActs } from './PaymentActs'
import {
  isAtBank,
  isCancellable,
  isRepeatable,
  MAY_PAY,
  PAYMENT_STATUSES,
  type PaymentRow,
  PRIORITIES,
  paymentPath,
  wordOf,
} from './payment'

/** The states that have a tile. */
const SHOWN = ['pending', 'queued', 'on_hold', 'uncertain', 'failed', 'returned', 'done']

/** A merchant never sees them: the server does not send them. */
const OF_STAFF: readonly Column<PaymentRow>[] = [
  {
    key: 'processor_name',
    kind: 'drawn',
    title: 'payoutPayments.column.processor_name',
    width: 160,
    hidden: true,
    render: ({ processor_name }) => processor_name ?? '—',
  },
  {
    key: 'cost',
    kind: 'drawn',
    title: 'payoutPayments.column.cost',
    width: 112,
    align: 'end',
    hidden: true,
    render: ({ cost }, { language }) => (cost ? formatMoney(cost, language) : '—'),
  },
  {
    key: 'evidence',
    kind: 'drawn',
    title: 'payoutPayments.column.evidence',
    width: 180,
    hidden: true,
    render: ({ evidence }, text) =>
      evidence ? <StatusWord values={EVIDENCE_STATUSES} value={evidence} text={text} /> : '—',
  },
]

/** With every merchant in sight, whose payment it is stands in the list too; staff also see through whom it went, and at what cost. */
const payments = (ofAll: boolean, staff: boolean) =>
  defineList<PaymentRow>({
    name: ofAll ? 'payouts.payments.all' : staff ? 'payouts.payments.staff' : 'payouts.payments',
    path: '/v1/payouts/payments',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    period: 'created_at',
    amount: 'amount',
    status: { key: 'status', values: PAYMENT_STATUSES },
    choices: [
      {
        key: 'priority',
        options: PRIORITIES.map((value) => ({ value, label: `payoutPayments.priority.${value}` })),
      },
      ...(staff
        ? [{ key: 'evidence', options: [{ value: 'proposed', label: 'payoutEvidence.status.proposed' }] }]
        : []),
    ],
    facets: '/v1/payouts/payments/facets',
    tiles: {
      key: 'status',
      values: SHOWN.flatMap((name) => PAYMENT_STATUSES.filter(({ value }) => value === name)),
      label: 'payoutPayments.list.tiles',
      all: 'payoutPayments.list.all',
    },
    views: 'payouts.payments',
    search: 'payoutPayments.list.search',
    href: ({ id }) => paymentPath(id),
    // A Command acts on one merchant.
    ...(ofAll ? {} : { actions: { width: 68, render: (row) => <PaymentActs row={row} /> } }),
    columns: [
      {
        key: 'created_at',
        kind: 'time',
        title: 'payoutPayments.column.created_at',
        sortable: true,
        width: 136,
        muted: true,
        locked: true,
      },
      {
        key: 'company_name',
        kind: 'text',
        title: 'payoutPayments.column.company_name',
        width: 180,
        hidden: !ofAll,
      },
      { key: 'holder_name', kind: 'text', title: 'payoutPayments.column.holder_name' },
      {
        key: 'number',
        kind: 'text',
        title: 'payoutPayments.column.number',
        width: 196,
        muted: true,
        hidden: ofAll,
        render: numberOf,
      },
      {
        key: 'method',
        kind: 'text',
        title: 'payoutPayments.column.method',
        width: 84,
        muted: true,
        render: ({ method }, { t }) => wordOf(t, 'method', method ?? ''),
      },
      { key: 'status', kind: 'status', title: 'payoutPayments.column.status', width: 158 },
      { key: 'end_to_end_id', kind: 'id', title: 'payoutPayments.column.end_to_end_id', width: 128 },
      {
        key: 'amount',
        kind: 'money',
        title: 'payoutPayments.column.amount',
        sortable: true,
        width: 148,
        currency: 'BRL',
      },
      {
        key: 'inside',
        kind: 'drawn',
        title: 'payoutPayments.column.inside',
        width: 200,
        hidden: true,
        render: ({ inside }, { t }) => (inside ? t('payoutPayments.record.inside_yes') : '—'),
      },
      { key: 'bank_name', kind: 'bank', title: 'payoutPayments.column.bank_name', width: 172, hidden: true },
      {
        key: 'external_id',
        kind: 'text',
        title: 'payoutPayments.column.external_id',
        width: 150,
        hidden: true,
      },
      { key: 'fee', kind: 'money', title: 'payoutPayments.column.fee', width: 92, muted: true, hidden: true },
      { key: 'gross', kind: 'money', title: 'payoutPayments.column.gross', width: 132, hidden: true },
      { key: 'returned', kind: 'money', title: 'payoutPayments.column.returned', width: 132, hidden: true },
      {
        key: 'holder_document',
        kind: 'document',
        title: 'payoutPayments.column.holder_document',
        width: 160,
        hidden: true,
      },
      {
        key: 'tags',
        kind: 'drawn',
        title: 'payoutPayments.column.tags',
        width: 180,
        hidden: true,
        render: ({ tags }) => tags?.join(', ') || '—',
      },
      {
        key: 'cost_centre',
        kind: 'text',
        title: 'payoutPayments.column.cost_centre',
        width: 160,
        hidden: true,
      },
      {
        key: 'priority',
        kind: 'text',
        title: 'payoutPayments.column.priority',
        width: 110,
        hidden: true,
        render: ({ priority }, { t }) => wordOf(t, 'priority', priority ?? 'normal'),
      },
      { key: 'purpose', kind: 'text', title: 'payoutPayments.column.purpose', width: 160, hidden: true },
      {
        key: 'description',
        kind: 'text',
        title: 'payoutPayments.column.description',
        width: 200,
        hidden: true,
      },
      {
        key: 'scheduled_for',
        kind: 'text',
        title: 'payoutPayments.column.scheduled_for',
        width: 120,
        hidden: true,
        render: ({ scheduled_for }, { language }) =>
          scheduled_for ? formatDay(scheduled_for, language) : '—',
      },
      { key: 'ended_on', kind: 'text', title: 'payoutPayments.column.ended_on', width: 120, hidden: true },
      { key: 'ended_at', kind: 'time', title: 'payoutPayments.column.ended_at', width: 140, hidden: true },
      {
        key: 'sent_at',
        kind: 'time',
        title: 'payoutPayments.column.sent_at',
        width: 140,
        hidden: true,
      },
      {
        key: 'seconds',
        kind: 'text',
        title: 'payoutPayments.column.seconds',
        width: 120,
        align: 'end',
        hidden: true,
        render: ({ seconds }, { language }) => (seconds === null ? '—' : formatNumber(seconds, language)),
      },
      {
        key: 'queued_reason',
        kind: 'text',
        title: 'payoutPayments.column.queued_reason',
        width: 150,
        hidden: true,
        render: ({ queued_reason }, { t }) =>
          queued_reason ? wordOf(t, 'queued_reason', queued_reason) : '—',
      },
      {
        key: 'hold_reason',
        kind: 'text',
        title: 'payoutPayments.column.hold_reason',
        width: 150,
        hidden: true,
        render: ({ hold_reason }, { t }) => (hold_reason ? wordOf(t, 'hold_reason', hold_reason) : '—'),
      },
      {
        key: 'fail_code',
        kind: 'text',
        title: 'payoutPayments.column.fail_code',
        width: 120,
        hidden: true,
      },
      {
        key: 'origin',
        kind: 'text',
        title: 'payoutPayments.column.origin',
        width: 130,
        hidden: true,
        render: ({ origin }, { t }) => wordOf(t, 'origin', origin ?? ''),
      },
      { key: 'batch_id', kind: 'id', title: 'payoutPayments.column.batch_id', width: 128, hidden: true },
      { key: 'replaces', kind: 'id', title: 'payoutPayments.column.replaces', width: 128, hidden: true },
      { key: 'actor', kind: 'text', title: 'payoutPayments.column.actor', width: 200, hidden: true },
      {
        key: 'approved_by',
        kind: 'text',
        title: 'payoutPayments.column.approved_by',
        width: 200,
        hidden: true,
      },
      {
        key: 'name_match',
        kind: 'text',
        title: 'payoutPayments.column.name_match',
        width: 150,
        hidden: true,
        render: ({ name_match }, { t }) => (name_match ? wordOf(t, 'name_match', name_match) : '—'),
      },
      {
        key: 'key_kind',
        kind: 'text',
        title: 'payoutPayments.column.key_kind',
        width: 110,
        hidden: true,
        render: ({ key_kind }, { t }) => (key_kind ? wordOf(t, 'key_kind', key_kind) : '—'),
      },
      {
        key: 'payee_age_days',
        kind: 'text',
        title: 'payoutPayments.column.payee_age_days',
        width: 150,
        align: 'end',
        hidden: true,
        render: ({ payee_age_days }, { language }) => formatNumber(payee_age_days ?? 0, language),
      },
      {
        key: 'unit_name',
        kind: 'text',
        title: 'payoutPayments.column.unit_name',
        width: 160,
        hidden: true,
      },
      {
        key: 'currency',
        kind: 'text',
        title: 'payoutPayments.column.currency',
        width: 90,
        hidden: true,
      },
      ...(staff ? OF_STAFF : []),
      { key: 'id', kind: 'id', title: 'payoutPayments.column.id', width: 138, hidden: true },
    ],
    card: (row, text) => ({
      title: row.holder_name ?? '—',
      note: ofAll ? row.company_name : numberOf(row),
      amount: formatAmount(row.amount, text.language),
      status: <StatusWord values={PAYMENT_STATUSES} value={row.status ?? ''} text={text} />,
      time: <DateTime at={row.created_at ?? ''} />,
    }),
  })

const COMMANDS: readonly BulkCommand<PaymentRow>[] = [
  {
    name: 'payouts:payment:ask_again',
    words: 'payoutPayments.bulk.ask_again',
    permissions: MAY_PAY,
    takes: isAtBank,
  },
  {
    name: 'payouts:payment:retry',
    words: 'payoutPayments.bulk.retry',
    permissions: MAY_PAY,
    moves: 'at_most',
    // Whether it was repeated already is told by its record alone.
    takes: (row) => isRepeatable({ ...row, replaced_by: null }),
  },
  {
    name: 'payouts:payment:cancel',
    words: 'payoutPayments.bulk.cancel',
    permissions: MAY_PAY,
    danger: true,
    takes: isCancellable,
  },
]

export const PAYMENTS = withBulk(payments(false, false), COMMANDS)
export const PAYMENTS_TO_STAFF = withBulk(payments(false, true), COMMANDS)
/** Only staff have every merchant in sight. */
export const PAYMENTS_OF_ALL = withBulk(payments(true, true), COMMANDS)
