import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { contractPath, FIELDS, type FieldRow, SEVERITIES, STATES, valueOf, wordOf } from './contract'

/** A row for each field of each merchant, what changed last first. */
export const CONTRACTS = defineList<FieldRow>({
  name: 'payouts.contract_fields',
  path: '/v1/payouts/merchant-contracts',
  rowKey: ({ id }) => id ?? '',
  order: { by: 'since', sort: 'desc' },
  status: { key: 'state', values: STATES },
  choices: [
    { key: 'severity', options: SEVERITIES.map(({ value, label }) => ({ value, label })) },
    {
      key: 'field',
      options: FIELDS.map((value) => ({ value, label: `payoutRegisters.contract_field.${value}` })),
    },
  ],
  tiles: {
    key: 'state',
    values: STATES,
    label: 'payoutRegisters.contracts.tiles',
    all: 'payoutRegisters.contracts.all',
  },
  facets: '/v1/payouts/merchant-contracts/facets',
  views: 'payouts.contract_fields',
  search: 'payoutRegisters.contracts.search',
  href: ({ company_id }) => contractPath(company_id ?? 0),
  columns: [
    {
      key: 'company_name',
      kind: 'text',
      title: 'payoutRegisters.column.company_name',
      sortable: true,
      locked: true,
    },
    {
      key: 'field',
      kind: 'text',
      title: 'payoutRegisters.column.field',
      width: 190,
      render: ({ field }, { t }) => wordOf(t, 'contract_field', field),
    },
    { key: 'state', kind: 'status', title: 'payoutRegisters.column.state', width: 126 },
    {
      key: 'severity',
      kind: 'drawn',
      title: 'payoutRegisters.column.severity',
      width: 110,
      render: ({ severity }, { t }) => wordOf(t, 'severity', severity),
    },
    {
      key: 'ours',
      kind: 'text',
      title: 'payoutRegisters.column.ours',
      width: 190,
      render: ({ field, ours }, { t, language }) => valueOf(t, language, field, ours),
    },
    {
      key: 'said',
      kind: 'text',
      title: 'payoutRegisters.column.said',
      width: 190,
      render: ({ field, said }, { t, language }) => valueOf(t, language, field, said),
    },
    {
      key: 'since',
      kind: 'time',
      title: 'payoutRegisters.column.since',
      width: 136,
      sortable: true,
      muted: true,
    },
    { key: 'source', kind: 'text', title: 'payoutRegisters.column.source', width: 150, hidden: true },
    {
      key: 'checked_at',
      kind: 'time',
      title: 'payoutRegisters.column.checked_at',
      width: 136,
      sortable: true,
      muted: true,
      hidden: true,
    },
    {
      key: 'accepted_until',
      kind: 'time',
      title: 'payoutRegisters.column.accepted_until',
      width: 120,
      render: ({ accepted_until }) => (accepted_until ? <DateTime at={accepted_until} time="none" /> : '—'),
      hidden: true,
    },
  ],
  card: (row, text) => ({
    title: wordOf(text.t, 'contract_field', row.field),
    note: row.company_name,
    amount: valueOf(text.t, text.language, row.field, row.ours),
    status: <StatusWord values={STATES} value={row.state} text={text} />,
    time: row.since && <DateTime at={row.since} />,
  }),
})
