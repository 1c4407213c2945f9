import { DateTime } from '../../kit/DateTime'
import { formatAmount, formatDay } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { wordOf } from '../history/entry'
import { NOTE_STATUSES, type NoteRow, notePath, REASONS, TYPES } from './note'

/** Notes to the merchant; the provider's people see those on their way, too. */
const notes = (staff: boolean) =>
  defineList<NoteRow>({
    name: staff ? 'account.notes.staff' : 'account.notes',
    path: '/v1/account/notes',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    status: staff ? { key: 'status', values: NOTE_STATUSES } : undefined,
    amount: 'amount',
    choices: [
      { key: 'type', options: TYPES },
      { key: 'reason', options: REASONS },
    ],
    facets: '/v1/account/notes/facets',
    views: 'account.notes',
    search: 'account.note_search',
    href: ({ id }) => notePath(id),
    columns: [
      {
        key: 'number',
        kind: 'text',
        title: 'account.column.number',
        sortable: true,
        width: 96,
        locked: true,
      },
      {
        key: 'created_at',
        kind: 'time',
        title: 'account.column.created_at',
        sortable: true,
        width: 136,
        muted: true,
      },
      {
        key: 'type',
        kind: 'text',
        title: 'account.column.type',
        width: 104,
        render: ({ type }, { t }) => wordOf(t, 'note_type', type),
      },
      {
        key: 'reason',
        kind: 'text',
        title: 'account.column.reason',
        width: 180,
        render: ({ reason }, { t }) => wordOf(t, 'note_reason', reason),
      },
      { key: 'description', kind: 'text', title: 'account.column.description' },
      {
        key: 'due_date',
        kind: 'text',
        title: 'account.column.due_date',
        width: 116,
        muted: true,
        render: ({ due_date }, { language }) => due_date && formatDay(due_date, language),
      },
      { key: 'status', kind: 'status', title: 'account.column.status', width: 196, hidden: !staff },
      {
        key: 'amount',
        kind: 'money',
        summed: false,
        title: 'account.column.amount',
        sortable: true,
        width: 132,
        currency: 'BRL',
      },
      {
        key: 'posted_at',
        kind: 'time',
        title: 'account.column.posted_at',
        width: 136,
        muted: true,
        hidden: staff,
      },
      { key: 'id', kind: 'id', title: 'account.column.id', width: 138, hidden: true },
    ],
    card: ({ number, type, description, amount, status, created_at }, text) => ({
      title: `${wordOf(text.t, 'note_type', type)} ${number}`,
      note: description,
      amount: formatAmount(amount, text.language),
      status: <StatusWord values={NOTE_STATUSES} value={status} text={text} />,
      time: created_at && <DateTime at={created_at} />,
    }),
  })

export const NOTES = notes(false)
export const NOTES_OF_STAFF = notes(true)
