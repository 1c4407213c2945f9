import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { RULES_STATUSES, type RulesRow, rulesPath } from './rules'

/** The versions of the rules for payments, the newest first. */
export const RULES = defineList<RulesRow>({
  name: 'payouts.rules',
  path: '/v1/payouts/rules',
  rowKey: ({ id }) => id,
  order: { by: 'number', sort: 'desc' },
  status: { key: 'status', values: RULES_STATUSES },
  facets: '/v1/payouts/rules/facets',
  views: 'payouts.rules',
  search: 'pixRules.list.search',
  href: ({ id }) => rulesPath(id),
  columns: [
    {
      key: 'number',
      kind: 'text',
      title: 'pixRules.column.number',
      width: 100,
      align: 'end',
      sortable: true,
      locked: true,
    },
    { key: 'name', kind: 'text', title: 'pixRules.column.name', locked: true },
    { key: 'status', kind: 'status', title: 'pixRules.column.status', width: 130 },
    { key: 'groups', kind: 'text', title: 'pixRules.column.groups', width: 100, align: 'end' },
    { key: 'written_by', kind: 'text', title: 'pixRules.column.written_by', width: 210 },
    { key: 'approved_by', kind: 'text', title: 'pixRules.column.approved_by', width: 210 },
    {
      key: 'activated_at',
      kind: 'time',
      title: 'pixRules.column.activated_at',
      width: 150,
      muted: true,
    },
    { key: 'activated_by', kind: 'text', title: 'pixRules.column.activated_by', width: 210, hidden: true },
    {
      key: 'created_at',
      kind: 'time',
      title: 'pixRules.column.created_at',
      width: 150,
      sortable: true,
      hidden: true,
    },
    {
      key: 'updated_at',
      kind: 'time',
      title: 'pixRules.column.updated_at',
      width: 150,
      sortable: true,
      hidden: true,
    },
  ],
  card: (rules, text) => ({
    title: `${rules.number} · ${rules.name}`,
    note: rules.written_by,
    amount: <StatusWord values={RULES_STATUSES} value={rules.status} text={text} />,
    status: text.t('pixRules.groups.count', { count: rules.groups ?? 0 }),
    time: rules.activated_at && <DateTime at={rules.activated_at} />,
  }),
})
