import { DateTime } from '../../kit/DateTime'
import { formatAmount, formatDocument } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { DepositActs } from './DepositActs'
import { DEPOSIT_STATUSES, type DepositRow, depositPath, wordOf } from './deposit'

/** With every merchant in sight, whose deposit it is stands in the list too. */
const deposits = (ofAll: boolean) =>
  defineList<DepositRow>({
    name: ofAll ? 'account.deposits.all' : 'account.deposits',
    path: '/v1/account/deposits',
    rowKey: ({ id }) => id,
    order: { by: 'received_at', sort: 'desc' },
    period: 'received_at',
    amount: 'amount',
    status: { key: 'status', values: DEPOSIT_STATUSES },
    facets: '/v1/account/deposits/facets',
    tiles: {
      key: 'status',
      values: DEPOSIT_STATUSES,
      label: 'deposits.list.tiles',
      all: 'deposits.list.all',
    },
    views: 'account.deposits',
    search: 'deposits.list.search',
    href: ({ id }) => depositPath(id),
    // A Command acts on one merchant.
    ...(ofAll ? {} : { actions: { width: 68, render: (row) => <DepositActs row={row} /> } }),
    columns: [
      {
        key: 'received_at',
        kind: 'time',
        title: 'deposits.column.received_at',
        sortable: true,
        width: 136,
        muted: true,
        locked: true,
      },
      {
        key: 'company_name',
        kind: 'text',
        title: 'deposits.column.company_name',
        width: 160,
        hidden: !ofAll,
        // While nobody knows whose it is, it lies with the provider.
        render: ({ company_name, matched_by }) => (matched_by && company_name) || '—',
      },
      { key: 'end_to_end_id', kind: 'id', title: 'deposits.column.end_to_end_id', width: 128, hidden: ofAll },
      { key: 'payer_name', kind: 'text', title: 'deposits.column.payer_name' },
      { key: 'payer_document', kind: 'document', title: 'deposits.column.payer_document', width: 164 },
      { key: 'bank', kind: 'text', title: 'deposits.column.bank', width: 110, muted: true, hidden: true },
      {
        key: 'bank_ref',
        kind: 'id',
        title: 'deposits.column.bank_ref',
        width: 128,
        hidden: true,
      },
      {
        key: 'method',
        kind: 'text',
        title: 'deposits.column.method',
        width: 80,
        muted: true,
        hidden: true,
        render: ({ method }, { t }) => wordOf(t, 'method', method),
      },
      {
        key: 'matched_by',
        kind: 'text',
        title: 'deposits.column.matched_by',
        width: 168,
        muted: true,
        render: ({ matched_by }, { t }) => (matched_by ? wordOf(t, 'matched_by', matched_by) : '—'),
      },
      { key: 'status', kind: 'status', title: 'deposits.column.status', width: 144 },
      {
        key: 'amount',
        kind: 'money',
        title: 'deposits.column.amount',
        sortable: true,
        width: 128,
        currency: 'BRL',
      },
      {
        key: 'given_back',
        kind: 'money',
        title: 'deposits.column.given_back',
        width: 128,
        currency: 'BRL',
        hidden: true,
      },
      {
        key: 'identified_at',
        kind: 'time',
        title: 'deposits.column.identified_at',
        width: 140,
        muted: true,
        hidden: true,
      },
      { key: 'reason', kind: 'text', title: 'deposits.column.reason', width: 200, hidden: true },
      { key: 'id', kind: 'id', title: 'deposits.column.id', width: 138, hidden: true },
    ],
    card: ({ payer_name, payer_document, company_name, amount, status, received_at }, text) => ({
      title: payer_name ?? text.t('deposits.list.no_payer'),
      note: ofAll ? company_name : payer_document && formatDocument(payer_document),
      amount: formatAmount(amount, text.language),
      status: <StatusWord values={DEPOSIT_STATUSES} value={status} text={text} />,
      time: <DateTime at={received_at ?? ''} />,
    }),
  })

export const DEPOSITS = deposits(false)
export const DEPOSITS_OF_ALL = deposits(true)
