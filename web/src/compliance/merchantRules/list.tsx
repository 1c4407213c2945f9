import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { effectivePath, MATRIX_STATES, type MatrixRow, ruleName, wordOf } from './rule'

const ACTIONS = [
  'share',
  'review',
  'block',
  'allow',
  'warn',
  'route',
  'second_person',
  'hold',
  'refuse',
  'price',
] as const

/** Each merchant with each rule in force, of charges, payouts and exchange. */
export const MATRIX = defineList<MatrixRow>({
  name: 'compliance.merchant_rules',
  path: '/v1/compliance/merchant-rules',
  rowKey: ({ id }) => id ?? '',
  order: { by: 'merchant_id', sort: 'asc' },
  status: { key: 'state', values: MATRIX_STATES },
  choices: [
    {
      key: 'entity',
      options: ['charge', 'payout', 'exchange'].map((value) => ({
        value,
        label: `merchantRules.entity.${value}`,
      })),
    },
    {
      key: 'action',
      options: [...ACTIONS, 'off'].map((value) => ({
        value,
        label: `merchantRules.action.${value}`,
      })),
    },
  ],
  facets: '/v1/compliance/merchant-rules/facets',
  tiles: {
    key: 'state',
    values: MATRIX_STATES.map(({ value, label, tone }) => ({ value, label, tone })),
    label: 'merchantRules.tiles',
    all: 'merchantRules.all',
  },
  views: 'compliance.merchant_rules',
  search: 'merchantRules.search',
  href: ({ merchant_id }) => effectivePath(merchant_id ?? 0),
  columns: [
    {
      key: 'merchant_id',
      kind: 'text',
      title: 'merchantRules.column.merchant_id',
      width: 76,
      sortable: true,
    },
    { key: 'merchant_name', kind: 'text', title: 'merchantRules.column.merchant_name', locked: true },
    {
      key: 'entity',
      kind: 'text',
      title: 'merchantRules.column.entity',
      width: 110,
      render: ({ entity }, { t }) => (entity ? wordOf(t, 'entity', entity) : '—'),
    },
    {
      key: 'rule',
      kind: 'text',
      title: 'merchantRules.column.rule',
      locked: true,
      render: ({ entity, rule }, { t }) => ruleName(t, entity, rule),
    },
    {
      key: 'base_action',
      kind: 'text',
      title: 'merchantRules.column.base_action',
      width: 150,
      muted: true,
      render: ({ base_action }, { t }) => wordOf(t, 'action', base_action),
    },
    {
      key: 'action',
      kind: 'text',
      title: 'merchantRules.column.action',
      width: 150,
      render: ({ action }, { t }) => wordOf(t, 'action', action),
    },
    {
      key: 'least_amount',
      kind: 'money',
      title: 'merchantRules.column.least_amount',
      width: 130,
      align: 'end',
      summed: false,
    },
    { key: 'state', kind: 'status', title: 'merchantRules.column.state', width: 150 },
    { key: 'until', kind: 'time', title: 'merchantRules.column.until', width: 136, muted: true },
    { key: 'condition', kind: 'text', title: 'merchantRules.column.condition', hidden: true },
    { key: 'asked_by', kind: 'text', title: 'merchantRules.column.asked_by', width: 196, hidden: true },
    { key: 'decided_by', kind: 'text', title: 'merchantRules.column.decided_by', width: 196, hidden: true },
    {
      key: 'position',
      kind: 'text',
      title: 'merchantRules.column.position',
      width: 90,
      align: 'end',
      hidden: true,
    },
    {
      key: 'version',
      kind: 'text',
      title: 'merchantRules.column.version',
      width: 90,
      align: 'end',
      hidden: true,
    },
  ],
  card: ({ merchant_name, entity, rule, state, action }, text) => ({
    title: merchant_name ?? '—',
    note: `${ruleName(text.t, entity, rule)} · ${wordOf(text.t, 'action', action)}`,
    status: <StatusWord values={MATRIX_STATES} value={state} text={text} />,
  }),
})
