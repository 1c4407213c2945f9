import { DateTime } from '../../kit/DateTime'
import { formatAmount } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { BATCH_STATUSES, type BatchRow, batchPath } from './batch'

/** With every merchant in sight, whose batch it is stands in the list too. */
const batches = (ofAll: boolean) =>
  defineList<BatchRow>({
    name: ofAll ? 'payin.batches.all' : 'payin.batches',
    path: '/v1/payin/batches',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    period: 'created_at',
    status: { key: 'status', values: BATCH_STATUSES },
    facets: '/v1/payin/batches/facets',
    views: 'payin.batches',
    href: ({ id }) => batchPath(id),
    columns: [
      {
        key: 'created_at',
        kind: 'time',
        title: 'payin.column.created_at',
        sortable: true,
        width: 136,
        muted: true,
        locked: true,
      },
      { key: 'company_name', kind: 'text', title: 'payin.column.company_name', width: 180, hidden: !ofAll },
      { key: 'description', kind: 'text', title: 'payin.batches.description' },
      { key: 'status', kind: 'status', title: 'payin.column.status', width: 150 },
      { key: 'total', kind: 'text', title: 'payin.batches.lines', width: 100, align: 'end' },
      { key: 'made', kind: 'text', title: 'payin.batches.made', width: 120, align: 'end' },
      { key: 'denied', kind: 'text', title: 'payin.batches.denied', width: 120, align: 'end' },
      { key: 'amount', kind: 'money', title: 'payin.column.amount', width: 140, currency: 'BRL' },
      {
        key: 'finished_at',
        kind: 'time',
        title: 'payin.batches.finished_at',
        width: 136,
        muted: true,
        hidden: true,
      },
    ],
    card: ({ description, company_name, amount, status, created_at }, text) => ({
      title: description,
      note: ofAll ? company_name : null,
      amount: formatAmount(amount, text.language),
      status: <StatusWord values={BATCH_STATUSES} value={status} text={text} />,
      time: <DateTime at={created_at ?? ''} />,
    }),
  })

export const BATCHES = batches(false)
export const BATCHES_OF_ALL = batches(true)
