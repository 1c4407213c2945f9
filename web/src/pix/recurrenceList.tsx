import { withBulk } from '../kit/bulk/BulkCommands'
import type { BulkCommand } from '../kit/bulk/bulkCommand'
import { DateTime } from '../kit/DateTime'
import { formatDay } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { defineList } from '../kit/list/definition'
import {
  amountOf,
  choicesOf,
  JOURNEYS,
  MAY_RECUR,
  PERIODICITIES,
  POLICIES,
  RECURRENCE_STATUSES,
  type RecurrenceRow,
  recurrencePath,
  wordOf,
} from './pix'
import { RecurrenceActs } from './RecurrenceActs'

/** With every merchant in sight, whose recurrence it is stands in the list too. */
const recurrences = (ofAll: boolean) =>
  defineList<RecurrenceRow>({
    name: ofAll ? 'payin.recurrences.all' : 'payin.recurrences',
    path: '/v1/payin/recurrences',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    period: 'created_at',
    status: { key: 'status', values: RECURRENCE_STATUSES },
    choices: [
      { key: 'periodicity', options: choicesOf('periodicity', PERIODICITIES) },
      { key: 'journey', options: choicesOf('journey', JOURNEYS) },
      { key: 'retry_policy', options: choicesOf('retry_policy', POLICIES) },
    ],
    facets: '/v1/payin/recurrences/facets',
    views: 'payin.recurrences',
    search: 'pix.search',
    href: ({ id }) => recurrencePath(id),
    // A Command acts on one merchant.
    ...(ofAll ? {} : { actions: { width: 68, render: (row) => <RecurrenceActs row={row} /> } }),
    columns: [
      {
        key: 'created_at',
        kind: 'time',
        title: 'pix.column.created_at',
        sortable: true,
        width: 120,
        muted: true,
        locked: true,
      },
      { key: 'company_name', kind: 'text', title: 'pix.column.company_name', width: 160, hidden: !ofAll },
      { key: 'contract', kind: 'text', title: 'pix.column.contract', width: 138, hidden: ofAll },
      { key: 'payer_name', kind: 'text', title: 'pix.column.payer_name' },
      {
        key: 'payer_document',
        kind: 'document',
        title: 'pix.column.payer_document',
        width: 160,
        hidden: true,
      },
      {
        key: 'periodicity',
        kind: 'text',
        title: 'pix.column.periodicity',
        width: 132,
        hidden: ofAll,
        muted: true,
        render: ({ periodicity }, { t }) => wordOf(t, 'periodicity', periodicity),
      },
      {
        key: 'amount',
        kind: 'drawn',
        title: 'pix.column.amount',
        width: 152,
        align: 'end',
        render: (row, { t, language }) => amountOf(t, language, row),
      },
      {
        key: 'next_due',
        kind: 'text',
        title: 'pix.column.next_due',
        width: 116,
        render: ({ next_due }, { language }) => (next_due ? formatDay(next_due, language) : '—'),
      },
      { key: 'failures', kind: 'text', title: 'pix.column.failures', width: 92, align: 'end' },
      { key: 'status', kind: 'status', title: 'pix.column.status', width: 186 },
      { key: 'object', kind: 'text', title: 'pix.column.object', width: 180, hidden: true },
      {
        key: 'journey',
        kind: 'text',
        title: 'pix.column.journey',
        width: 200,
        hidden: true,
        render: ({ journey }, { t }) => wordOf(t, 'journey', journey),
      },
      { key: 'id_rec', kind: 'id', title: 'pix.column.id_rec', width: 138, hidden: true },
      { key: 'agreement', kind: 'text', title: 'pix.column.agreement', width: 120, hidden: true },
      {
        key: 'processor',
        kind: 'text',
        title: 'pix.column.processor',
        width: 160,
        muted: true,
        hidden: true,
      },
      { key: 'last_error', kind: 'text', title: 'pix.column.last_error', width: 240, hidden: true },
    ],
    card: ({ contract, payer_name, company_name, status, next_due, created_at, ...row }, text) => ({
      title: payer_name,
      note: ofAll ? company_name : contract,
      amount: amountOf(text.t, text.language, row),
      status: <StatusWord values={RECURRENCE_STATUSES} value={status} text={text} />,
      time: next_due ? formatDay(next_due, text.language) : <DateTime at={created_at ?? ''} />,
    }),
  })

const COMMANDS: readonly BulkCommand<RecurrenceRow>[] = [
  {
    name: 'pix:recurrence:cancel',
    words: 'pix.bulk.recurrences',
    permissions: MAY_RECUR,
    danger: true,
    takes: ({ status }) => status === 'created' || status === 'pending' || status === 'approved',
  },
]

export const RECURRENCES = withBulk(recurrences(false), COMMANDS)
export const RECURRENCES_OF_ALL = withBulk(recurrences(true), COMMANDS)
