import { DateTime } from '../../kit/DateTime'
import { formatAmount } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { casePath } from '../charge'
import { CASE_STATUSES, type CaseRow, REASONS, wordOf } from './case'
import { DueIn } from './DueIn'

/** With every merchant in sight, whose case it is stands in the list too. */
const cases = (ofAll: boolean) =>
  defineList<CaseRow>({
    name: ofAll ? 'payin.med.all' : 'payin.med',
    path: '/v1/payin/disputes',
    rowKey: ({ id }) => id,
    order: { by: 'opened_at', sort: 'desc' },
    period: 'opened_at',
    amount: 'amount',
    status: { key: 'status', values: CASE_STATUSES },
    choices: [{ key: 'reason', options: REASONS }],
    facets: '/v1/payin/disputes/facets',
    tiles: {
      key: 'status',
      values: CASE_STATUSES.slice(0, 5),
      label: 'med.list.tiles',
      all: 'med.list.all',
    },
    views: 'payin.med',
    search: 'med.list.search',
    href: ({ id }) => casePath(id),
    columns: [
      {
        key: 'opened_at',
        kind: 'time',
        title: 'med.column.opened_at',
        sortable: true,
        width: 136,
        muted: true,
        locked: true,
      },
      { key: 'company_name', kind: 'text', title: 'med.column.company_name', width: 160, hidden: !ofAll },
      { key: 'end_to_end_id', kind: 'id', title: 'med.column.end_to_end_id', width: 128, hidden: true },
      { key: 'payer_name', kind: 'text', title: 'med.column.payer_name' },
      {
        key: 'payer_document',
        kind: 'document',
        title: 'med.column.payer_document',
        width: 164,
        hidden: true,
      },
      {
        key: 'reason',
        kind: 'text',
        title: 'med.column.reason',
        width: 150,
        muted: true,
        hidden: ofAll,
        render: ({ reason }, { t }) => wordOf(t, 'reason', reason),
      },
      { key: 'status', kind: 'status', title: 'med.column.status', width: 156 },
      {
        key: 'due_at',
        kind: 'drawn',
        title: 'med.column.due_in',
        width: 128,
        render: ({ due_at }) => (due_at ? <DueIn until={due_at} /> : '—'),
      },
      {
        key: 'amount',
        kind: 'money',
        title: 'med.column.amount',
        sortable: true,
        width: 136,
        currency: 'BRL',
      },
      { key: 'blocked', kind: 'money', title: 'med.column.blocked', width: 132, currency: 'BRL' },
      { key: 'returned', kind: 'money', title: 'med.column.returned', width: 132, currency: 'BRL' },
      {
        key: 'missing',
        kind: 'money',
        title: 'med.column.missing',
        width: 120,
        currency: 'BRL',
        hidden: true,
      },
      { key: 'payer_bank', kind: 'text', title: 'med.column.payer_bank', width: 110, hidden: true },
      { key: 'ended_at', kind: 'time', title: 'med.column.ended_at', width: 140, hidden: true },
      { key: 'id', kind: 'id', title: 'med.column.id', width: 138, hidden: true },
    ],
    card: ({ payer_name, company_name, reason, amount, status, opened_at, due_at }, text) => ({
      title: payer_name ?? text.t('med.list.no_payer'),
      note: ofAll ? company_name : wordOf(text.t, 'reason', reason),
      amount: formatAmount(amount, text.language),
      status: <StatusWord values={CASE_STATUSES} value={status} text={text} />,
      time: due_at ? <DueIn until={due_at} /> : <DateTime at={opened_at ?? ''} />,
    }),
  })

export const CASES = cases(false)
export const CASES_OF_ALL = cases(true)
