import { DateTime } from '../kit/DateTime'
import { formatUnder } from '../kit/format'
import { ledgerAccount } from '../kit/ledgerAccount'
import { StatusWord } from '../kit/list/Cell'
import { defineList } from '../kit/list/definition'
import { type AccountRow, accountPath, BLOCKS, blockOf, nameOf, wordOf } from './accounts'

const YES_NO = [
  { value: 'true', label: 'companies.yes' },
  { value: 'false', label: 'companies.no' },
]

/** The accounts of the ledger: of every company, or of the chosen one. */
export const ACCOUNTS = defineList<AccountRow>({
  name: 'accounts.accounts',
  path: '/v1/accounts',
  rowKey: ({ id }) => String(id),
  order: { by: 'company_id', sort: 'asc' },
  facets: '/v1/accounts/facets',
  views: 'accounts.accounts',
  search: 'companies.accounts.search',
  choices: [
    {
      key: 'kind',
      options: [
        { value: 'balance', label: 'companies.account_kind.balance' },
        { value: 'entries', label: 'companies.account_kind.entries' },
      ],
    },
    { key: 'blocked_in', options: YES_NO },
    { key: 'blocked_out', options: YES_NO },
  ],
  href: ({ id }) => accountPath(Number(id)),
  columns: [
    { key: 'id', kind: 'text', title: 'companies.column.id', width: 84, sortable: true, muted: true },
    {
      key: 'code',
      kind: 'text',
      title: 'companies.column.code',
      sortable: true,
      locked: true,
      render: (row, { t }) => nameOf(t, row),
    },
    { key: 'company_name', kind: 'text', title: 'companies.column.company_name', width: 200 },
    {
      key: 'kind',
      kind: 'text',
      title: 'companies.column.kind',
      width: 150,
      muted: true,
      hidden: true,
      render: ({ kind }, { t }) => wordOf(t, 'account_kind', kind),
    },
    {
      key: 'blocked_out',
      kind: 'drawn',
      title: 'companies.column.blocked',
      width: 170,
      render: (row, text) => <StatusWord values={BLOCKS} value={blockOf(row)} text={text} />,
    },
    {
      key: 'available',
      kind: 'money',
      summed: false,
      title: 'companies.column.available',
      width: 150,
      currency: 'BRL',
    },
    {
      key: 'on_hold',
      kind: 'money',
      title: 'companies.column.on_hold',
      width: 120,
      currency: 'BRL',
      muted: true,
    },
    { key: 'last_move_at', kind: 'time', title: 'companies.column.last_move_at', width: 164, muted: true },
    {
      key: 'blocked_in',
      kind: 'drawn',
      title: 'companies.column.blocked_in',
      width: 130,
      hidden: true,
      render: ({ blocked_in }, { t }) => t(blocked_in ? 'companies.yes' : 'companies.no'),
    },
    {
      key: 'parent',
      kind: 'text',
      title: 'companies.column.parent',
      width: 130,
      muted: true,
      hidden: true,
      render: ({ parent }, { t }) => (parent ? ledgerAccount(t, parent) : '—'),
    },
    { key: 'currency', kind: 'text', title: 'companies.column.currency', width: 90, hidden: true },
    {
      key: 'created_at',
      kind: 'time',
      title: 'companies.column.created_at',
      width: 136,
      sortable: true,
      muted: true,
      hidden: true,
    },
    {
      key: 'company_id',
      kind: 'text',
      title: 'companies.column.company_id',
      width: 110,
      sortable: true,
      hidden: true,
    },
  ],
  card: (row, text) => ({
    title: nameOf(text.t, row),
    note: row.company_name,
    amount: formatUnder(row.available, 'BRL', text.language),
    status: <StatusWord values={BLOCKS} value={blockOf(row)} text={text} />,
    time: row.last_move_at && <DateTime at={row.last_move_at} />,
  }),
})
