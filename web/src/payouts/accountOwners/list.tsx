import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { bankName } from '../../kit/place/bankName'
import { accountOf, type OwnerRow, ownerPath, STATES } from './owner'

/** Who holds the accounts that payouts are taken from. */
export const OWNERS = defineList<OwnerRow>({
  name: 'payouts.account_owners',
  path: '/v1/payouts/account-owners',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  status: { key: 'state', values: STATES },
  choices: [
    {
      key: 'ready',
      options: [
        { value: 'true', label: 'payoutRegisters.yes' },
        { value: 'false', label: 'payoutRegisters.no' },
      ],
    },
  ],
  facets: '/v1/payouts/account-owners/facets',
  views: 'payouts.account_owners',
  search: 'payoutRegisters.owners.search',
  href: ({ id }) => ownerPath(id),
  columns: [
    { key: 'name', kind: 'text', title: 'payoutRegisters.column.name', sortable: true, locked: true },
    { key: 'document', kind: 'document', title: 'payoutRegisters.column.document', width: 166, hidden: true },
    { key: 'state', kind: 'status', title: 'payoutRegisters.column.state', width: 126 },
    {
      key: 'ready',
      kind: 'drawn',
      title: 'payoutRegisters.column.ready',
      width: 100,
      render: ({ ready }, { t }) => t(ready ? 'payoutRegisters.yes' : 'payoutRegisters.no'),
    },
    { key: 'bank_name', kind: 'bank', title: 'payoutRegisters.column.bank_name', width: 190 },
    {
      key: 'number',
      kind: 'text',
      title: 'payoutRegisters.column.account',
      width: 176,
      render: (row) => accountOf(row),
    },
    {
      key: 'valid_to',
      kind: 'time',
      title: 'payoutRegisters.column.valid_to',
      width: 120,
      render: ({ valid_to }) => (valid_to ? <DateTime at={valid_to} time="none" /> : '—'),
    },
    {
      key: 'version',
      kind: 'text',
      title: 'payoutRegisters.column.version',
      width: 90,
      muted: true,
      hidden: true,
    },
    {
      key: 'company_name',
      kind: 'text',
      title: 'payoutRegisters.column.company_name',
      width: 170,
      muted: true,
    },
    { key: 'cnab_code', kind: 'text', title: 'payoutRegisters.column.cnab_code', width: 140, hidden: true },
    {
      key: 'created_at',
      kind: 'time',
      title: 'payoutRegisters.column.created_at',
      sortable: true,
      width: 136,
      muted: true,
      hidden: true,
    },
    { key: 'id', kind: 'id', title: 'payoutRegisters.column.id', width: 138, hidden: true },
  ],
  card: (row, text) => ({
    title: row.name ?? '—',
    note: `${bankName(row.bank_name) ?? ''} · ${accountOf(row)}`,
    status: <StatusWord values={STATES} value={row.state} text={text} />,
    time: row.valid_to && <DateTime at={row.valid_to} time="none" />,
  }),
})
