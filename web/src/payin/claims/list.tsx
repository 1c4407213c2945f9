import { DateTime } from '../../kit/DateTime'
import { formatAmount } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { DueIn } from '../med/DueIn'
import { CLAIM_STATUSES, type ClaimRow, claimPath, REASONS, wordOf } from './claim'

/** With every merchant in sight, whose claim it is stands in the list too. */
const claims = (ofAll: boolean) =>
  defineList<ClaimRow>({
    name: ofAll ? 'account.claims.all' : 'account.claims',
    path: '/v1/account/disputes',
    rowKey: ({ id }) => id,
    order: { by: 'opened_at', sort: 'desc' },
    period: 'opened_at',
    amount: 'amount',
    status: { key: 'status', values: CLAIM_STATUSES },
    choices: [{ key: 'reason', options: REASONS }],
    facets: '/v1/account/disputes/facets',
    views: 'account.claims',
    search: 'claims.list.search',
    href: ({ id }) => claimPath(id),
    columns: [
      {
        key: 'opened_at',
        kind: 'time',
        title: 'claims.column.opened_at',
        sortable: true,
        width: 136,
        muted: true,
        locked: true,
      },
      { key: 'company_name', kind: 'text', title: 'claims.column.company_name', width: 160, hidden: !ofAll },
      { key: 'holder_name', kind: 'text', title: 'claims.column.holder_name' },
      {
        key: 'reason',
        kind: 'text',
        title: 'claims.column.reason',
        width: 150,
        muted: true,
        render: ({ reason }, { t }) => wordOf(t, 'reason', reason),
      },
      { key: 'status', kind: 'status', title: 'claims.column.status', width: 156 },
      {
        key: 'due_at',
        kind: 'drawn',
        title: 'claims.column.due_in',
        width: 128,
        render: ({ due_at }) => (due_at ? <DueIn until={due_at} /> : '—'),
      },
      {
        key: 'amount',
        kind: 'money',
        title: 'claims.column.amount',
        sortable: true,
        width: 120,
        currency: 'BRL',
      },
      { key: 'returned', kind: 'money', title: 'claims.column.returned', width: 120, currency: 'BRL' },
      { key: 'end_to_end_id', kind: 'id', title: 'claims.column.end_to_end_id', width: 128, hidden: true },
      { key: 'ended_at', kind: 'time', title: 'claims.column.ended_at', width: 140, hidden: true },
      { key: 'id', kind: 'id', title: 'claims.column.id', width: 138, hidden: true },
    ],
    card: ({ holder_name, company_name, reason, amount, status, opened_at }, text) => ({
      title: holder_name ?? '',
      note: ofAll ? company_name : wordOf(text.t, 'reason', reason),
      amount: formatAmount(amount, text.language),
      status: <StatusWord values={CLAIM_STATUSES} value={status} text={text} />,
      time: <DateTime at={opened_at ?? ''} />,
    }),
  })

export const CLAIMS = claims(false)
export const CLAIMS_OF_ALL = claims(true)
