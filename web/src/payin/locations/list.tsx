import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { KINDS, wordOf } from '../charge'
import { LOCATION_STATUSES, type LocationRow, locationPath } from './location'

/** With every merchant in sight, whose location it is stands in the list too. */
const locations = (ofAll: boolean) =>
  defineList<LocationRow>({
    name: ofAll ? 'payin.locations.all' : 'payin.locations',
    path: '/v1/payin/locations',
    rowKey: ({ id }) => id,
    order: { by: 'created_at', sort: 'desc' },
    status: { key: 'status', values: LOCATION_STATUSES },
    choices: [{ key: 'kind', options: KINDS.slice(0, 2) }],
    facets: '/v1/payin/locations/facets',
    views: 'payin.locations',
    search: 'locations.search',
    href: ({ id }) => locationPath(id),
    columns: [
      {
        key: 'created_at',
        kind: 'time',
        title: 'payin.column.created_at',
        sortable: true,
        width: 136,
        muted: true,
      },
      { key: 'company_name', kind: 'text', title: 'payin.column.company_name', width: 180, hidden: !ofAll },
      { key: 'name', kind: 'text', title: 'locations.name', sortable: true, locked: true },
      { key: 'status', kind: 'status', title: 'payin.column.status', width: 150 },
      {
        key: 'kind',
        kind: 'text',
        title: 'locations.kind',
        width: 130,
        render: ({ kind }, text) => kind && wordOf(text.t, 'kind', kind),
      },
      { key: 'number', kind: 'text', title: 'locations.number', width: 100, align: 'end', name: true },
      { key: 'txid', kind: 'id', title: 'payin.column.txid', width: 150 },
      { key: 'location', kind: 'text', title: 'locations.location', width: 220, hidden: true },
      { key: 'processor', kind: 'text', title: 'payin.column.processor', width: 150, hidden: true },
    ],
    card: ({ name, company_name, txid, location, status, created_at }, text) => ({
      title: name,
      note: ofAll ? company_name : (txid ?? location),
      status: <StatusWord values={LOCATION_STATUSES} value={status} text={text} />,
      time: <DateTime at={created_at ?? ''} />,
    }),
  })

export const LOCATIONS = locations(false)
export const LOCATIONS_OF_ALL = locations(true)
