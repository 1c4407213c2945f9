import { DateTime } from '../kit/DateTime'
import { shortDuration } from '../kit/duration'
import { StatusWord } from '../kit/list/Cell'
import { defineList } from '../kit/list/definition'
import { ENDINGS, endingOf, type SessionRow, STATES, sessionPath } from './session'

/** Who was signed in, from where and for how long. */
export const SESSIONS = defineList<SessionRow>({
  name: 'audit.sessions',
  path: '/v1/audit/sessions',
  rowKey: ({ id }) => id,
  order: { by: 'began_at', sort: 'desc' },
  period: 'began_at',
  status: { key: 'state', values: STATES },
  choices: [
    { key: 'ending', options: ENDINGS.map((value) => ({ value, label: `connection.ending.${value}` })) },
    {
      key: 'two_factor',
      options: [
        { value: 'true', label: 'connection.with_factor' },
        { value: 'false', label: 'connection.without_factor' },
      ],
    },
    {
      key: 'internal',
      options: [
        { value: 'true', label: 'connection.of_staff' },
        { value: 'false', label: 'connection.of_merchants' },
      ],
    },
    { key: 'overlaps', options: [{ value: 'true', label: 'connection.overlapping' }] },
  ],
  facets: '/v1/audit/sessions/facets',
  tiles: { key: 'state', values: STATES, label: 'connection.column.state', all: 'connection.all' },
  views: 'audit.sessions',
  search: 'connection.search',
  href: ({ id }) => sessionPath(id),
  columns: [
    { key: 'person_name', kind: 'text', title: 'connection.column.person_name', locked: true },
    { key: 'person_email', kind: 'text', title: 'connection.column.person_email', width: 200, hidden: true },
    {
      key: 'company_name',
      kind: 'text',
      title: 'connection.column.company_name',
      width: 150,
      muted: true,
      leaves: 3,
    },
    {
      key: 'began_at',
      kind: 'time',
      title: 'connection.column.began_at',
      sortable: true,
      width: 136,
      muted: true,
    },
    {
      key: 'last_seen_at',
      kind: 'time',
      title: 'connection.column.last_seen_at',
      sortable: true,
      width: 136,
      hidden: true,
    },
    { key: 'ended_at', kind: 'time', title: 'connection.column.ended_at', width: 136, hidden: true },
    {
      key: 'seconds',
      kind: 'text',
      title: 'connection.column.seconds',
      sortable: true,
      width: 104,
      align: 'end',
      render: ({ seconds }, { language }) => shortDuration(seconds, language),
    },
    { key: 'ip', kind: 'text', title: 'connection.column.ip', width: 132 },
    { key: 'device', kind: 'text', title: 'connection.column.device', width: 140, leaves: 2 },
    {
      key: 'two_factor',
      kind: 'drawn',
      title: 'connection.column.two_factor',
      width: 120,
      leaves: 1,
      render: ({ two_factor }, { t }) => t(two_factor ? 'connection.yes' : 'connection.no'),
    },
    {
      key: 'overlaps',
      kind: 'drawn',
      title: 'connection.column.overlaps',
      width: 124,
      hidden: true,
      render: ({ overlaps }, { t }) => t(overlaps ? 'connection.yes' : 'connection.no'),
    },
    { key: 'state', kind: 'status', title: 'connection.column.state', width: 160 },
    {
      key: 'ending',
      kind: 'text',
      title: 'connection.column.ending',
      width: 190,
      hidden: true,
      render: ({ ending }, { t }) => endingOf(t, ending) ?? '—',
    },
    { key: 'id', kind: 'id', title: 'connection.column.id', width: 138, hidden: true },
  ],
  card: (row, text) => ({
    title: row.person_name ?? '',
    note: [row.company_name, row.ip].filter(Boolean).join(' · '),
    amount: shortDuration(row.seconds, text.language),
    status: <StatusWord values={STATES} value={row.state} text={text} />,
    time: row.began_at && <DateTime at={row.began_at} />,
  }),
})
