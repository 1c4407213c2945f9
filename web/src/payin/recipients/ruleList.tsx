import { DateTime } from '../../kit/DateTime'
import { defineList } from '../../kit/list/definition'
import { RuleActions } from './RuleActions'
import type { RuleRow } from './recipient'

/** Splits that were saved under a name. */
export const RULES = defineList<RuleRow>({
  name: 'payin.split_rules',
  path: '/v1/payin/split-rules',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  views: 'payin.split_rules',
  search: 'recipients.splits.search',
  columns: [
    { key: 'name', kind: 'text', title: 'recipients.column.rule', sortable: true, locked: true },
    { key: 'receivers', kind: 'text', title: 'recipients.column.receivers', width: 360 },
    {
      key: 'created_at',
      kind: 'time',
      title: 'recipients.column.created_at',
      sortable: true,
      width: 136,
      muted: true,
    },
    {
      key: 'company_name',
      kind: 'text',
      title: 'recipients.column.company_name',
      width: 180,
      hidden: true,
    },
  ],
  actions: { width: 76, render: ({ id, name }) => <RuleActions id={id} name={name ?? ''} /> },
  card: ({ name, receivers, created_at }) => ({
    title: name ?? '—',
    note: receivers,
    time: <DateTime at={created_at ?? ''} />,
  }),
})
