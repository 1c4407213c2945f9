import { withBulk } from '../kit/bulk/BulkCommands'
import type { BulkCommand } from '../kit/bulk/bulkCommand'
import { formatAmount, formatDay } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { defineList } from '../kit/list/definition'
import { CHARGE_STATUSES, MAY_SCHEDULE, type ScheduleRow, schedulePath, wordOf } from './pix'

/** With every merchant in sight, whose charge it is stands in the list too. */
const schedules = (ofAll: boolean) =>
  defineList<ScheduleRow>({
    name: ofAll ? 'pix.charges.all' : 'pix.charges',
    path: '/v1/pix/charges',
    rowKey: ({ id }) => id,
    order: { by: 'due_on', sort: 'desc' },
    amount: 'amount',
    status: { key: 'status', values: CHARGE_STATUSES },
    facets: '/v1/pix/charges/facets',
    views: 'pix.charges',
    search: 'pix.search',
    href: ({ id }) => schedulePath(id),
    columns: [
      {
        key: 'due_on',
        kind: 'text',
        title: 'pix.column.due_on',
        sortable: true,
        width: 132,
        muted: true,
        locked: true,
        render: ({ due_on }, { language }) => due_on && formatDay(due_on, language),
      },
      { key: 'company_name', kind: 'text', title: 'pix.column.company_name', width: 160, hidden: !ofAll },
      { key: 'contract', kind: 'text', title: 'pix.column.contract', width: 136 },
      { key: 'payer_name', kind: 'text', title: 'pix.column.payer_name' },
      {
        key: 'payer_document',
        kind: 'document',
        title: 'pix.column.payer_document',
        width: 152,
        hidden: ofAll,
      },
      { key: 'tries', kind: 'text', title: 'pix.column.tries', width: 96, align: 'end' },
      {
        key: 'next_attempt',
        kind: 'text',
        title: 'pix.column.next_attempt',
        width: 124,
        muted: true,
        render: ({ next_attempt }, { language }) => (next_attempt ? formatDay(next_attempt, language) : '—'),
      },
      {
        key: 'end_code',
        kind: 'text',
        title: 'pix.column.end_code',
        width: 200,
        muted: true,
        hidden: true,
        render: ({ end_code }, { t }) => (end_code ? wordOf(t, 'codes.cause', end_code) : '—'),
      },
      { key: 'status', kind: 'status', title: 'pix.column.status', width: 136 },
      {
        key: 'amount',
        kind: 'money',
        title: 'pix.column.amount',
        sortable: true,
        width: 132,
        currency: 'BRL',
      },
      { key: 'fee', kind: 'money', title: 'pix.column.fee', width: 92, muted: true, hidden: true },
      { key: 'paid_at', kind: 'time', title: 'pix.column.paid_at', width: 140, muted: true, hidden: true },
      { key: 'end_to_end_id', kind: 'id', title: 'pix.column.end_to_end_id', width: 138, hidden: true },
      { key: 'txid', kind: 'id', title: 'pix.column.txid', width: 138, hidden: true },
      { key: 'id_rec', kind: 'id', title: 'pix.column.id_rec', width: 138, hidden: true },
      { key: 'agreement', kind: 'text', title: 'pix.column.agreement', width: 120, hidden: true },
      {
        key: 'created_at',
        kind: 'time',
        title: 'pix.column.created_at',
        sortable: true,
        width: 140,
        muted: true,
        hidden: true,
      },
      { key: 'last_error', kind: 'text', title: 'pix.column.last_error', width: 240, hidden: true },
    ],
    card: ({ payer_name, contract, company_name, amount, status, due_on }, text) => ({
      title: payer_name ?? contract,
      note: ofAll ? company_name : contract,
      amount: formatAmount(amount, text.language),
      status: <StatusWord values={CHARGE_STATUSES} value={status} text={text} />,
      time: due_on && formatDay(due_on, text.language),
    }),
  })

const COMMANDS: readonly BulkCommand<ScheduleRow>[] = [
  {
    name: 'pix:charge:cancel',
    words: 'pix.bulk.charges',
    permissions: MAY_SCHEDULE,
    danger: true,
    takes: ({ status }) => status === 'created' || status === 'pending' || status === 'active',
  },
]

export const SCHEDULES = withBulk(schedules(false), COMMANDS)
export const SCHEDULES_OF_ALL = withBulk(schedules(true), COMMANDS)
