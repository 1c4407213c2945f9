import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { ENDPOINT_STATUSES, type EndpointRow, endpointPath, eventWord } from '../sdk'
import { EndpointActions } from './EndpointActions'

/** With every merchant in sight, whose endpoint it is stands in the list too. */
const endpoints = (ofAll: boolean) =>
  defineList<EndpointRow>({
    name: ofAll ? 'payin.webhooks.all' : 'payin.webhooks',
    path: '/v1/payin/webhooks',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    status: { key: 'status', values: ENDPOINT_STATUSES },
    facets: '/v1/payin/webhooks/facets',
    views: 'payin.webhooks',
    search: 'sdk.webhooks.search',
    href: ({ id }) => endpointPath(id),
    columns: [
      { key: 'url', kind: 'text', title: 'sdk.column.url', locked: true },
      { key: 'status', kind: 'status', title: 'sdk.column.status', width: 130 },
      {
        key: 'events',
        kind: 'drawn',
        title: 'sdk.column.events',
        width: 250,
        render: ({ events }, { t }) => (
          <span title={events.map((each) => eventWord(t, each)).join('\n')}>
            {events.map((each) => eventWord(t, each)).join(', ')}
          </span>
        ),
      },
      { key: 'waiting', kind: 'text', title: 'sdk.column.waiting', width: 90, align: 'end' },
      { key: 'last_success_at', kind: 'time', title: 'sdk.column.last_success_at', width: 150, muted: true },
      { key: 'company_name', kind: 'text', title: 'sdk.column.company_name', width: 180, hidden: !ofAll },
      { key: 'description', kind: 'text', title: 'sdk.column.description', width: 180, hidden: true },
      { key: 'failing_since', kind: 'time', title: 'sdk.column.failing_since', width: 150, hidden: true },
      {
        key: 'created_at',
        kind: 'time',
        title: 'sdk.column.created_at',
        sortable: true,
        width: 150,
        muted: true,
        hidden: true,
      },
      { key: 'created_by', kind: 'text', title: 'sdk.column.created_by', width: 180, hidden: true },
      { key: 'id', kind: 'id', title: 'sdk.column.id', width: 138, hidden: true },
    ],
    actions: { width: 76, render: (row) => <EndpointActions endpoint={{ ...row, url: row.url ?? '' }} /> },
    card: ({ url, events, status, last_success_at }, text) => ({
      title: url,
      note: events.map((each) => eventWord(text.t, each)).join(', '),
      status: <StatusWord values={ENDPOINT_STATUSES} value={status} text={text} />,
      time: last_success_at && <DateTime at={last_success_at} />,
    }),
  })

export const ENDPOINTS = endpoints(false)
export const ENDPOINTS_OF_ALL = endpoints(true)
