import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { CAUSES, SUSPECT_STATUSES, type SuspectRow, suspectPath, wordOf } from './suspect'

/** Destinations and documents to which nothing is paid. */
export const SUSPECTS = defineList<SuspectRow>({
  name: 'payouts.suspects',
  path: '/v1/payouts/suspects',
  rowKey: ({ id }) => id,
  order: { by: 'added_at', sort: 'desc' },
  status: { key: 'status', values: SUSPECT_STATUSES },
  choices: [
    { key: 'cause', options: CAUSES.map((value) => ({ value, label: `suspects.cause.${value}` })) },
    {
      key: 'kind',
      options: ['destination', 'document'].map((value) => ({ value, label: `suspects.kind.${value}` })),
    },
  ],
  facets: '/v1/payouts/suspects/facets',
  views: 'payouts.suspects',
  search: 'suspects.list.search',
  href: ({ id }) => suspectPath(id),
  columns: [
    { key: 'shown', kind: 'text', title: 'suspects.column.shown', locked: true },
    {
      key: 'kind',
      kind: 'text',
      title: 'suspects.column.kind',
      width: 108,
      muted: true,
      render: ({ kind }, { t }) => wordOf(t, 'kind', kind),
    },
    {
      key: 'cause',
      kind: 'text',
      title: 'suspects.column.cause',
      width: 150,
      render: ({ cause }, { t }) => wordOf(t, 'cause', cause),
    },
    { key: 'status', kind: 'status', title: 'suspects.column.status', width: 112 },
    { key: 'until', kind: 'time', title: 'suspects.column.until', width: 120, muted: true },
    { key: 'added_by', kind: 'text', title: 'suspects.column.added_by', width: 196, muted: true },
    {
      key: 'added_at',
      kind: 'time',
      title: 'suspects.column.added_at',
      sortable: true,
      width: 136,
      muted: true,
    },
    {
      key: 'removed_by',
      kind: 'text',
      title: 'suspects.column.removed_by',
      width: 210,
      muted: true,
      hidden: true,
    },
    {
      key: 'removed_at',
      kind: 'time',
      title: 'suspects.column.removed_at',
      width: 136,
      muted: true,
      hidden: true,
    },
    { key: 'id', kind: 'id', title: 'suspects.column.id', width: 138, hidden: true },
  ],
  card: ({ shown, cause, status, added_at }, text) => ({
    title: shown ?? '—',
    note: wordOf(text.t, 'cause', cause),
    status: <StatusWord values={SUSPECT_STATUSES} value={status} text={text} />,
    time: <DateTime at={added_at ?? ''} />,
  }),
})
