import { DateTime } from '../../kit/DateTime'
import { defineList, type Text } from '../../kit/list/definition'
import { Badge } from '../../ui/Badge'
import { type PolicyRow, wordOf } from '../approvals'
import { PolicyActions } from './PolicyActions'
import { sentenceOf } from './sentence'

function State({ policy: { active }, text: { t } }: { policy: PolicyRow; text: Text }) {
  return (
    <Badge tone={active ? 'success' : 'neutral'} dot>
      {t(active ? 'approvals.policy.active' : 'approvals.policy.inactive')}
    </Badge>
  )
}

/** What needs a second person; staff see whose policy it is. */
export const policies = (staff: boolean) =>
  defineList<PolicyRow>({
    name: staff ? 'approvals.policies.all' : 'approvals.policies',
    path: '/v1/approval-policies',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    facets: '/v1/approval-policies/facets',
    views: 'approvals.policies',
    search: 'approvals.policy.search',
    columns: [
      { key: 'name', kind: 'text', title: 'approvals.policy.name', sortable: true, width: 200, locked: true },
      {
        key: 'command',
        kind: 'text',
        title: 'approvals.policy.rule',
        sortable: true,
        render: (policy, { t, language }) => sentenceOf(policy, t, language),
      },
      {
        key: 'active',
        kind: 'drawn',
        title: 'approvals.column.status',
        width: 120,
        render: (policy, text) => <State policy={policy} text={text} />,
      },
      {
        key: 'company_name',
        kind: 'text',
        title: 'approvals.column.company_name',
        width: 160,
        hidden: !staff,
      },
      {
        key: 'needed',
        kind: 'text',
        title: 'approvals.policy.needed',
        width: 120,
        sortable: true,
        hidden: true,
      },
      { key: 'condition', kind: 'text', title: 'approvals.policy.condition', width: 220, hidden: true },
      { key: 'expires_days', kind: 'text', title: 'approvals.policy.expires_days', width: 120, hidden: true },
      {
        key: 'updated_at',
        kind: 'time',
        title: 'approvals.policy.updated_at',
        width: 136,
        sortable: true,
        muted: true,
      },
      { key: 'updated_by', kind: 'text', title: 'approvals.policy.updated_by', width: 200, hidden: true },
      {
        key: 'created_at',
        kind: 'time',
        title: 'approvals.column.created_at',
        width: 136,
        sortable: true,
        hidden: true,
      },
      { key: 'id', kind: 'id', title: 'approvals.column.id', width: 138, hidden: true },
    ],
    actions: { width: 76, render: (policy) => <PolicyActions policy={policy} /> },
    card: (policy, text) => ({
      title: policy.name,
      note: sentenceOf(policy, text.t, text.language),
      amount: <State policy={policy} text={text} />,
      status: wordOf(text.t, 'command', policy.command ?? ''),
      time: policy.updated_at && <DateTime at={policy.updated_at} />,
    }),
  })
