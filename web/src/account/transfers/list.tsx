import { DateTime } from '../../kit/DateTime'
import { formatAmount, formatDay, formatDocument } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { numberOf } from '../../kit/place/words'
import { TransferActs } from './TransferActs'
import {
  SHOWN_STATUSES,
  shownStatus,
  TRANSFER_STATUSES,
  type TransferRow,
  transferPath,
  wordOf,
} from './transfer'

/** The states that have a tile. */
const SHOWN = new Set(['pending', 'in_bank_processing', 'done', 'failed'])

/** With every merchant in sight, whose withdrawal it is stands in the list too. */
const transfers = (ofAll: boolean) =>
  defineList<TransferRow>({
    name: ofAll ? 'account.transfers.all' : 'account.transfers',
    path: '/v1/account/withdrawals',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    period: 'created_at',
    amount: 'amount',
    status: { key: 'status', values: TRANSFER_STATUSES },
    facets: '/v1/account/withdrawals/facets',
    tiles: {
      key: 'status',
      values: TRANSFER_STATUSES.filter(({ value }) => SHOWN.has(value)),
      label: 'transfers.list.tiles',
      all: 'transfers.list.all',
    },
    views: 'account.transfers',
    search: 'transfers.list.search',
    href: ({ id }) => transferPath(id),
    // A Command acts on one merchant.
    ...(ofAll ? {} : { actions: { width: 68, render: (row) => <TransferActs row={row} /> } }),
    columns: [
      {
        key: 'created_at',
        kind: 'time',
        title: 'transfers.column.created_at',
        sortable: true,
        width: 136,
        muted: true,
        locked: true,
      },
      {
        key: 'company_name',
        kind: 'text',
        title: 'transfers.column.company_name',
        width: 180,
        hidden: !ofAll,
      },
      { key: 'holder_name', kind: 'text', title: 'transfers.column.holder_name' },
      { key: 'bank_name', kind: 'bank', title: 'transfers.column.bank_name', width: 172, muted: true },
      {
        key: 'number',
        kind: 'text',
        title: 'transfers.column.number',
        width: 168,
        muted: true,
        // With whose it is beside it, the amount would not be seen.
        hidden: ofAll,
        render: numberOf,
      },
      {
        key: 'status',
        kind: 'status',
        title: 'transfers.column.status',
        width: 150,
        render: (row, text) => <StatusWord values={SHOWN_STATUSES} value={shownStatus(row)} text={text} />,
      },
      { key: 'end_to_end_id', kind: 'id', title: 'transfers.column.end_to_end_id', width: 128 },
      {
        key: 'amount',
        kind: 'money',
        title: 'transfers.column.amount',
        sortable: true,
        width: 152,
        currency: 'BRL',
      },
      { key: 'fee', kind: 'money', title: 'transfers.column.fee', width: 92, muted: true, hidden: true },
      { key: 'gross', kind: 'money', title: 'transfers.column.gross', width: 132, muted: true, hidden: true },
      {
        key: 'returned',
        kind: 'money',
        title: 'transfers.column.returned',
        width: 132,
        muted: true,
        hidden: true,
      },
      {
        key: 'holder_document',
        kind: 'document',
        title: 'transfers.column.holder_document',
        width: 160,
        hidden: true,
      },
      {
        key: 'scheduled_for',
        kind: 'text',
        title: 'transfers.column.scheduled_for',
        width: 120,
        muted: true,
        hidden: true,
        render: ({ scheduled_for }, { language }) =>
          scheduled_for ? formatDay(scheduled_for, language) : '—',
      },
      {
        key: 'ended_at',
        kind: 'time',
        title: 'transfers.column.ended_at',
        width: 140,
        muted: true,
        hidden: true,
      },
      {
        key: 'fail_code',
        kind: 'text',
        title: 'transfers.column.fail_code',
        width: 220,
        hidden: true,
        render: ({ fail_code }, { t }) => (fail_code ? wordOf(t, 'code', fail_code) : '—'),
      },
      {
        key: 'origin',
        kind: 'text',
        title: 'transfers.column.origin',
        width: 120,
        muted: true,
        hidden: true,
        render: ({ origin }, { t }) => wordOf(t, 'origin', origin),
      },
      { key: 'description', kind: 'text', title: 'transfers.column.description', width: 200, hidden: true },
      { key: 'actor', kind: 'text', title: 'transfers.column.actor', width: 200, muted: true, hidden: true },
      { key: 'id', kind: 'id', title: 'transfers.column.id', width: 138, hidden: true },
    ],
    card: (row, text) => ({
      title: row.holder_name ?? '—',
      note: ofAll ? row.company_name : row.holder_document && formatDocument(row.holder_document),
      amount: formatAmount(row.amount, text.language),
      status: <StatusWord values={SHOWN_STATUSES} value={shownStatus(row)} text={text} />,
      time: <DateTime at={row.created_at ?? ''} />,
    }),
  })

export const TRANSFERS = transfers(false)
export const TRANSFERS_OF_ALL = transfers(true)
