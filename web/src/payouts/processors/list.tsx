import { DateTime } from '../../kit/DateTime'
import { formatAmount } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { milliseconds } from '../../payin/processors/processors'
import { PAYING_STATUSES, type PayingRow, payingPath } from './processors'

/** The processors that pay, in the order in which they get orders. */
export const PAYING = defineList<PayingRow>({
  name: 'payouts.processors',
  path: '/v1/payouts/processors',
  rowKey: ({ id }) => id,
  order: { by: 'priority', sort: 'asc' },
  status: { key: 'status', values: PAYING_STATUSES },
  facets: '/v1/payouts/processors/facets',
  views: 'payouts.processors',
  search: 'processors.list.search',
  href: ({ id }) => payingPath(id),
  columns: [
    { key: 'name', kind: 'text', title: 'processors.column.name', sortable: true, locked: true },
    { key: 'status', kind: 'status', title: 'processors.column.status', width: 172 },
    {
      key: 'adapter',
      kind: 'text',
      title: 'payoutFiles.processors.adapter',
      width: 140,
      render: ({ adapter }, { t }) => t(`payoutFiles.processors.adapters.${adapter}`),
    },
    {
      key: 'methods',
      kind: 'text',
      title: 'payoutFiles.processors.methods',
      width: 130,
      render: ({ methods }, { t }) =>
        (methods ?? '')
          .split(', ')
          .map((each) => t(`payoutFiles.method.${each}`))
          .join(', '),
    },
    {
      key: 'priority',
      kind: 'text',
      title: 'processors.column.priority',
      width: 96,
      align: 'end',
      sortable: true,
    },
    { key: 'route', kind: 'text', title: 'payoutFiles.column.route', width: 190 },
    { key: 'costs', kind: 'text', title: 'payoutFiles.column.costs', width: 150 },
    {
      key: 'open_orders',
      kind: 'text',
      title: 'payoutFiles.processors.open_orders',
      width: 110,
      align: 'end',
    },
    {
      key: 'open_amount',
      kind: 'money',
      title: 'payoutFiles.processors.open_amount',
      width: 136,
      currency: 'BRL',
    },
    {
      key: 'float_amount',
      kind: 'money',
      title: 'payoutFiles.column.float_amount',
      width: 150,
      currency: 'BRL',
    },
    { key: 'float_at', kind: 'time', title: 'payoutFiles.column.float_at', width: 150, hidden: true },
    { key: 'owner', kind: 'text', title: 'payoutFiles.column.owner', width: 190, hidden: true },
    { key: 'account', kind: 'text', title: 'payoutFiles.column.account', width: 170, hidden: true },
    {
      key: 'merchants',
      kind: 'text',
      title: 'payoutFiles.column.merchants',
      width: 130,
      align: 'end',
      hidden: true,
    },
    { key: 'cut_off', kind: 'text', title: 'payoutFiles.column.cut_off', width: 100, hidden: true },
    {
      key: 'payment_most',
      kind: 'money',
      title: 'payoutFiles.column.payment_most',
      width: 150,
      currency: 'BRL',
      hidden: true,
    },
    {
      key: 'day_most',
      kind: 'money',
      title: 'payoutFiles.column.day_most',
      width: 150,
      currency: 'BRL',
      hidden: true,
    },
    {
      key: 'day_count_most',
      kind: 'text',
      title: 'payoutFiles.column.day_count_most',
      width: 120,
      align: 'end',
      hidden: true,
    },
    { key: 'calls', kind: 'text', title: 'processors.column.calls', width: 110, align: 'end', hidden: true },
    {
      key: 'failures',
      kind: 'text',
      title: 'processors.column.failures',
      width: 90,
      align: 'end',
      hidden: true,
    },
    {
      key: 'average_ms',
      kind: 'text',
      title: 'processors.column.average_ms',
      width: 116,
      align: 'end',
      hidden: true,
      render: ({ average_ms }) => milliseconds(average_ms),
    },
    {
      key: 'certificate_expires_at',
      kind: 'time',
      title: 'processors.column.certificate_expires_at',
      width: 128,
      muted: true,
    },
    { key: 'bank', kind: 'text', title: 'payoutFiles.processors.bank', width: 90, hidden: true },
    { key: 'base_url', kind: 'text', title: 'processors.column.base_url', width: 230, hidden: true },
    { key: 'pix_key', kind: 'text', title: 'processors.column.pix_key', width: 204, hidden: true },
    { key: 'tested_at', kind: 'time', title: 'processors.column.tested_at', width: 150, hidden: true },
    { key: 'test_error', kind: 'text', title: 'processors.column.test_error', width: 230, hidden: true },
    { key: 'created_at', kind: 'time', title: 'processors.column.created_at', width: 150, hidden: true },
  ],
  card: ({ name, adapter, status, open_amount, certificate_expires_at }, text) => ({
    title: name,
    note: text.t(`payoutFiles.processors.adapters.${adapter}`),
    amount: open_amount && formatAmount(open_amount, text.language),
    status: <StatusWord values={PAYING_STATUSES} value={status} text={text} />,
    time: certificate_expires_at && <DateTime at={certificate_expires_at} year="always" />,
  }),
})
