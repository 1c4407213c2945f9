import { DateTime } from '../kit/DateTime'
import { formatAmount } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { defineList, type Text } from '../kit/list/definition'
import { APPROVAL_STATUSES, type ApprovalRow, approvalPath, wordOf } from './approvals'
import { BulkApprove } from './BulkApprove'

const yesOrNo = (value: boolean, { t }: Text) => t(value ? 'approvals.yes' : 'approvals.no')
const FLAG = [
  { value: 'true', label: 'approvals.yes' },
  { value: 'false', label: 'approvals.no' },
]

/** What waits for a second person, and what became of it; staff see whose it is. */
export const approvals = (staff: boolean) =>
  defineList<ApprovalRow>({
    name: staff ? 'approvals.requests.all' : 'approvals.requests',
    path: '/v1/approvals',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    status: { key: 'status', values: APPROVAL_STATUSES },
    facets: '/v1/approvals/facets',
    views: 'approvals.requests',
    search: 'approvals.search',
    choices: [
      { key: 'mine_to_decide', options: FLAG },
      { key: 'mine', options: FLAG },
    ],
    href: ({ id }) => approvalPath(id),
    selectable: true,
    bulk: BulkApprove,
    columns: [
      {
        key: 'created_at',
        kind: 'time',
        title: 'approvals.column.created_at',
        sortable: true,
        width: 112,
        muted: true,
        locked: true,
      },
      {
        key: 'command',
        kind: 'text',
        title: 'approvals.column.command',
        sortable: true,
        width: 216,
        render: ({ command }, { t }) => wordOf(t, 'command', command ?? ''),
      },
      { key: 'about', kind: 'text', title: 'approvals.column.about', muted: true },
      { key: 'maker', kind: 'text', title: 'approvals.column.maker', sortable: true, width: 196 },
      {
        key: 'company_name',
        kind: 'text',
        title: 'approvals.column.company_name',
        width: 112,
        hidden: !staff,
      },
      {
        key: 'amount',
        kind: 'money',
        title: 'approvals.column.amount',
        width: 104,
        currency: 'BRL',
      },
      { key: 'status', kind: 'status', title: 'approvals.column.status', width: 176, sortable: true },
      {
        key: 'expires_at',
        kind: 'time',
        title: 'approvals.column.expires_at',
        width: 128,
        // Whose it is takes the place that there is; the record tells when it expires.
        hidden: staff,
        sortable: true,
        muted: true,
      },
      {
        key: 'mine_to_decide',
        kind: 'drawn',
        title: 'approvals.column.mine_to_decide',
        width: 130,
        hidden: true,
        render: ({ mine_to_decide }, text) => yesOrNo(mine_to_decide, text),
      },
      {
        key: 'mine',
        kind: 'drawn',
        title: 'approvals.column.mine',
        width: 120,
        hidden: true,
        render: ({ mine }, text) => yesOrNo(mine, text),
      },
      { key: 'closed_at', kind: 'time', title: 'approvals.column.closed_at', width: 136, hidden: true },
      { key: 'subject', kind: 'text', title: 'approvals.column.subject', width: 160, hidden: true },
      { key: 'id', kind: 'id', title: 'approvals.column.id', width: 138, hidden: true },
    ],
    card: ({ command, about, maker, company_name, amount, status, created_at }, text) => ({
      title: wordOf(text.t, 'command', command ?? ''),
      note: [about, maker, staff && company_name].filter(Boolean).join(' · '),
      amount: amount && formatAmount(amount, text.language),
      status: <StatusWord values={APPROVAL_STATUSES} value={status} text={text} />,
      time: created_at && <DateTime at={created_at} />,
    }),
  })
