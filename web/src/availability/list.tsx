import { DateTime } from '../kit/DateTime'
import { formatNumber } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { defineList, type Text } from '../kit/list/definition'
import {
  CAUSES,
  FOUND_BY,
  type IncidentRow,
  incidentPath,
  SERVICES,
  STATES,
  serviceText,
  wordOf,
} from './incident'

const minutesOf = ({ minutes, going_on }: IncidentRow, { t }: Text) =>
  going_on ? `${minutes ?? 0} · ${t('availability.record.goes_on')}` : (minutes ?? '—')

/** When our services did not work, and what was decided about it. */
export const INCIDENTS = defineList<IncidentRow>({
  name: 'audit.incidents',
  path: '/v1/audit/incidents',
  rowKey: ({ id }) => id,
  order: { by: 'began_at', sort: 'desc' },
  period: 'began_at',
  status: { key: 'state', values: STATES },
  choices: [
    {
      key: 'service',
      options: SERVICES.map((value) => ({ value, label: `availability.service.${value}` })),
    },
    {
      key: 'found_by',
      options: FOUND_BY.map((value) => ({ value, label: `availability.found_by.${value}` })),
    },
    { key: 'cause', options: CAUSES.map((value) => ({ value, label: `availability.cause.${value}` })) },
    {
      key: 'planned',
      options: [
        { value: 'true', label: 'availability.planned.yes' },
        { value: 'false', label: 'availability.planned.no' },
      ],
    },
    {
      key: 'going_on',
      options: [
        { value: 'true', label: 'availability.going_on.yes' },
        { value: 'false', label: 'availability.going_on.no' },
      ],
    },
  ],
  facets: '/v1/audit/incidents/facets',
  tiles: { key: 'state', values: STATES, label: 'availability.column.state', all: 'availability.all' },
  views: 'audit.incidents',
  search: 'availability.search',
  href: ({ id }) => incidentPath(id),
  columns: [
    { key: 'number', kind: 'text', title: 'availability.column.number', sortable: true, width: 92 },
    {
      key: 'service',
      kind: 'text',
      title: 'availability.column.service',
      locked: true,
      render: ({ service, link_name }, { t }) => serviceText(t, service, link_name),
    },
    {
      key: 'began_at',
      kind: 'time',
      title: 'availability.column.began_at',
      sortable: true,
      width: 136,
      muted: true,
    },
    { key: 'ended_at', kind: 'time', title: 'availability.column.ended_at', width: 136, hidden: true },
    {
      key: 'minutes',
      kind: 'text',
      title: 'availability.column.minutes',
      sortable: true,
      width: 150,
      align: 'end',
      render: minutesOf,
    },
    {
      key: 'found_by',
      kind: 'text',
      title: 'availability.column.found_by',
      width: 160,
      leaves: 2,
      render: ({ found_by }, { t }) => wordOf(t, 'found_by', found_by),
    },
    {
      key: 'failed',
      kind: 'text',
      title: 'availability.column.failed',
      sortable: true,
      width: 130,
      align: 'end',
      hidden: true,
    },
    {
      key: 'missing',
      kind: 'text',
      title: 'availability.column.missing',
      width: 156,
      align: 'end',
      leaves: 1,
      render: ({ missing }, { language }) => (missing === null ? '—' : formatNumber(missing, language)),
    },
    {
      key: 'missing_amount',
      kind: 'money',
      title: 'availability.column.missing_amount',
      width: 130,
      summed: false,
      hidden: true,
    },
    {
      key: 'cause',
      kind: 'text',
      title: 'availability.column.cause',
      width: 120,
      render: ({ cause }, { t }) => (cause ? wordOf(t, 'cause', cause) : '—'),
    },
    {
      key: 'planned',
      kind: 'drawn',
      title: 'availability.column.planned',
      width: 120,
      hidden: true,
      render: ({ planned }, { t }) => t(planned ? 'availability.planned.yes' : 'availability.planned.no'),
    },
    { key: 'told_at', kind: 'time', title: 'availability.column.told_at', width: 136, hidden: true },
    { key: 'reported_at', kind: 'time', title: 'availability.column.reported_at', width: 136, hidden: true },
    {
      key: 'report_protocol',
      kind: 'text',
      title: 'availability.column.report_protocol',
      width: 150,
      hidden: true,
    },
    { key: 'state', kind: 'status', title: 'availability.column.state', width: 130 },
    { key: 'id', kind: 'id', title: 'availability.column.id', width: 138, hidden: true },
  ],
  card: (row, text) => ({
    title: serviceText(text.t, row.service, row.link_name),
    note: wordOf(text.t, 'found_by', row.found_by),
    amount: text.t('availability.record.minutes', { count: row.minutes ?? 0 }),
    status: <StatusWord values={STATES} value={row.state} text={text} />,
    time: row.began_at && <DateTime at={row.began_at} />,
  }),
})
