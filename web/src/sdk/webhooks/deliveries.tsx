import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { DELIVERY_STATUSES, type DeliveryRow, deliveryPath, EVENTS, eventWord, outcomeOf } from '../sdk'

export const DELIVERIES = defineList<DeliveryRow>({
  name: 'payin.webhook_deliveries',
  path: '/v1/payin/webhook-deliveries',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  period: 'created_at',
  status: { key: 'status', values: DELIVERY_STATUSES },
  choices: [
    {
      key: 'type',
      options: EVENTS.map((value) => ({ value, label: `sdk.event.${value.replace('.', '_')}` })),
    },
  ],
  facets: '/v1/payin/webhook-deliveries/facets',
  tiles: {
    key: 'status',
    values: DELIVERY_STATUSES,
    label: 'sdk.deliveries.tiles',
    all: 'sdk.deliveries.all',
  },
  views: 'payin.webhook_deliveries',
  search: 'sdk.deliveries.search',
  href: ({ id }) => deliveryPath(id),
  columns: [
    {
      key: 'created_at',
      kind: 'time',
      title: 'sdk.column.at',
      sortable: true,
      width: 136,
      muted: true,
      locked: true,
    },
    {
      key: 'type',
      kind: 'text',
      title: 'sdk.column.type',
      width: 210,
      render: ({ type }, { t }) => eventWord(t, type),
    },
    { key: 'url', kind: 'text', title: 'sdk.column.url' },
    {
      key: 'last_status',
      kind: 'text',
      title: 'sdk.column.outcome',
      width: 190,
      render: (row, { t }) => outcomeOf(t, row),
    },
    { key: 'attempts', kind: 'text', title: 'sdk.column.attempts', width: 90, align: 'end' },
    { key: 'status', kind: 'status', title: 'sdk.column.status', width: 130 },
    { key: 'next_at', kind: 'time', title: 'sdk.column.next_at', width: 150, hidden: true },
    { key: 'ended_at', kind: 'time', title: 'sdk.column.ended_at', width: 150, hidden: true },
    { key: 'subject_id', kind: 'id', title: 'sdk.column.subject_id', width: 138, hidden: true },
    { key: 'event_id', kind: 'id', title: 'sdk.column.event_id', width: 138, hidden: true },
    { key: 'id', kind: 'id', title: 'sdk.column.id', width: 138, hidden: true },
  ],
  card: ({ type, url, status, created_at, ...last }, text) => ({
    title: eventWord(text.t, type),
    note: url,
    amount: outcomeOf(text.t, last),
    status: <StatusWord values={DELIVERY_STATUSES} value={status} text={text} />,
    time: created_at && <DateTime at={created_at} />,
  }),
})
