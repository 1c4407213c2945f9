import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { Money } from '../../kit/Money'
import { type OrderRow, orderPath, STATUSES, TYPES, wordOf } from './order'

/** Courts' orders, and what is held for them. */
export const ORDERS = defineList<OrderRow>({
  name: 'compliance.judicial_orders',
  path: '/v1/compliance/judicial-orders',
  rowKey: ({ id }) => id,
  order: { by: 'registered_at', sort: 'desc' },
  status: { key: 'status', values: STATUSES },
  choices: [
    { key: 'type', options: TYPES.map((value) => ({ value, label: `judicialOrders.type.${value}` })) },
    {
      key: 'outcome',
      options: ['full', 'partial', 'none', 'not_a_client'].map((value) => ({
        value,
        label: `judicialOrders.outcome.${value}`,
      })),
    },
  ],
  facets: '/v1/compliance/judicial-orders/facets',
  tiles: {
    key: 'status',
    values: STATUSES.map(({ value, label, tone }) => ({ value, label, tone })),
    label: 'judicialOrders.tiles',
    all: 'judicialOrders.all',
  },
  views: 'compliance.judicial_orders',
  search: 'judicialOrders.search',
  href: ({ id }) => orderPath(id),
  columns: [
    { key: 'protocol', kind: 'text', title: 'judicialOrders.column.protocol', width: 170, locked: true },
    {
      key: 'type',
      kind: 'text',
      title: 'judicialOrders.column.type',
      width: 120,
      render: ({ type }, { t }) => (type ? wordOf(t, 'type', type) : '—'),
    },
    { key: 'holder_name', kind: 'text', title: 'judicialOrders.column.holder_name' },
    { key: 'document', kind: 'document', title: 'judicialOrders.column.document', width: 160 },
    { key: 'court', kind: 'text', title: 'judicialOrders.column.court', muted: true },
    { key: 'process', kind: 'text', title: 'judicialOrders.column.process', width: 220, hidden: true },
    { key: 'amount', kind: 'money', title: 'judicialOrders.column.amount', width: 120, align: 'end' },
    { key: 'held', kind: 'money', title: 'judicialOrders.column.held', width: 120, align: 'end' },
    {
      key: 'to_release',
      kind: 'money',
      title: 'judicialOrders.column.to_release',
      width: 120,
      align: 'end',
      hidden: true,
    },
    {
      key: 'transferred',
      kind: 'money',
      title: 'judicialOrders.column.transferred',
      width: 120,
      align: 'end',
      hidden: true,
    },
    {
      key: 'released',
      kind: 'money',
      title: 'judicialOrders.column.released',
      width: 120,
      align: 'end',
      hidden: true,
    },
    { key: 'status', kind: 'status', title: 'judicialOrders.column.status', width: 130 },
    {
      key: 'outcome',
      kind: 'text',
      title: 'judicialOrders.column.outcome',
      width: 120,
      muted: true,
      render: ({ outcome }, { t }) => (outcome ? wordOf(t, 'outcome', outcome) : '—'),
    },
    { key: 'due_at', kind: 'time', title: 'judicialOrders.column.due_at', width: 136, muted: true },
    {
      key: 'repeat_until',
      kind: 'time',
      title: 'judicialOrders.column.repeat_until',
      width: 136,
      hidden: true,
    },
    {
      key: 'registered_at',
      kind: 'time',
      title: 'judicialOrders.column.registered_at',
      width: 136,
      sortable: true,
      hidden: true,
    },
    {
      key: 'registered_by',
      kind: 'text',
      title: 'judicialOrders.column.registered_by',
      width: 196,
      hidden: true,
    },
    {
      key: 'executed_by',
      kind: 'text',
      title: 'judicialOrders.column.executed_by',
      width: 196,
      hidden: true,
    },
    { key: 'ended_by', kind: 'text', title: 'judicialOrders.column.ended_by', width: 196, hidden: true },
    { key: 'id', kind: 'id', title: 'judicialOrders.column.id', width: 138, hidden: true },
  ],
  card: ({ holder_name, protocol, amount, status, registered_at }, text) => ({
    title: holder_name ?? '—',
    note: protocol,
    amount: amount && <Money value={amount} />,
    status: <StatusWord values={STATUSES} value={status} text={text} />,
    time: <DateTime at={registered_at ?? ''} />,
  }),
})
