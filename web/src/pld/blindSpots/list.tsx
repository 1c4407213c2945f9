import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { type BlindSpotRow, blindSpotPath, SEARCH_STATUSES, searchName } from '../pld'

/** Searches for what the rules do not see, the newest first. */
export const BLIND_SPOTS_LIST = defineList<BlindSpotRow>({
  name: 'pld.blind_spots',
  path: '/v1/pld-engine/blind-spots',
  rowKey: ({ id }) => id,
  order: { by: 'asked_at', sort: 'desc' },
  period: 'asked_at',
  status: { key: 'status', values: SEARCH_STATUSES },
  facets: '/v1/pld-engine/blind-spots/facets',
  views: 'pld.blind_spots',
  href: ({ id }) => blindSpotPath(id),
  columns: [
    {
      key: 'number',
      kind: 'text',
      title: 'pld.column.number',
      width: 104,
      sortable: true,
      locked: true,
      render: ({ number }) => searchName(number),
    },
    {
      key: 'asked_at',
      kind: 'time',
      title: 'pld.column.asked_at',
      width: 136,
      sortable: true,
      muted: true,
    },
    {
      key: 'rule',
      kind: 'text',
      title: 'pld.column.rule',
      locked: true,
      render: ({ rule }, { t }) => rule ?? t('pld.blind_spots.of_rules'),
    },
    { key: 'version', kind: 'text', title: 'pld.column.version', width: 84, align: 'end' },
    { key: 'rules', kind: 'text', title: 'pld.column.rules', width: 140, align: 'end' },
    { key: 'silent_ways', kind: 'text', title: 'pld.column.silent_ways', width: 130, align: 'end' },
    { key: 'patterns_seen', kind: 'text', title: 'pld.column.patterns_seen', width: 150, align: 'end' },
    { key: 'status', kind: 'status', title: 'pld.column.status', width: 130 },
    { key: 'currency', kind: 'text', title: 'pld.column.currency', width: 96, hidden: true },
    { key: 'asked_by', kind: 'text', title: 'pld.column.asked_by', width: 200, hidden: true },
  ],
  card: (row, text) => ({
    title: row.rule ?? text.t('pld.blind_spots.of_rules'),
    note: searchName(row.number),
    status: <StatusWord values={SEARCH_STATUSES} value={row.status} text={text} />,
    time: row.asked_at && <DateTime at={row.asked_at} />,
  }),
})
