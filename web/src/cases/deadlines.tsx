import type { Answer } from '../app/api'
import { formatDay } from '../kit/format'
import { StatusWord } from '../kit/list/Cell'
import { defineList } from '../kit/list/definition'
import { DUE, LIST_PATHS, protocolText, REPORT_PATH, wordOf } from './ticket'

type DeadlineRow = Answer<'/v1/audit/deadlines', 'get'>[number]

const KINDS = [
  'ombudsman',
  'service',
  'history_ombudsman',
  'history_service',
  'med',
  'filing',
  'half_year',
] as const
const TERMS = DUE.filter(({ value }) => value !== 'done')

/** Where the thing is that a term is about. */
function deadlinePath({ kind, subject }: DeadlineRow): string {
  switch (kind) {
    case 'ombudsman':
    case 'history_ombudsman':
      return `${LIST_PATHS.ombudsman}/${subject}`
    case 'med':
      return `/dashboard/payin/med/${subject}`
    case 'filing':
      return `/dashboard/exchange/c220/${subject}`
    case 'half_year':
      return REPORT_PATH
    case 'service':
    case 'history_service':
      return `${LIST_PATHS.service}/${subject}`
  }
}

const aboutOf = ({ about }: DeadlineRow) =>
  about && /^[0-9]{15}$/.test(about) ? protocolText(about) : (about ?? '—')

/** Every term of an authority or the law, the nearest first. */
export const DEADLINES = defineList<DeadlineRow>({
  name: 'audit.deadlines',
  path: '/v1/audit/deadlines',
  rowKey: ({ key }) => key ?? '',
  order: { by: 'due_on', sort: 'asc' },
  choices: [
    { key: 'kind', options: KINDS.map((value) => ({ value, label: `cases.deadline.${value}` })) },
    { key: 'due', options: TERMS.map(({ value, label }) => ({ value, label })) },
  ],
  facets: '/v1/audit/deadlines/facets',
  tiles: { key: 'due', values: TERMS, label: 'cases.deadlines.column.due', all: 'cases.all' },
  views: 'audit.deadlines',
  search: 'cases.deadlines.search',
  href: deadlinePath,
  columns: [
    {
      key: 'kind',
      kind: 'text',
      title: 'cases.deadlines.column.kind',
      locked: true,
      render: ({ kind }, { t }) => wordOf(t, 'deadline', kind),
    },
    { key: 'about', kind: 'text', title: 'cases.deadlines.column.about', width: 280, render: aboutOf },
    { key: 'whose', kind: 'text', title: 'cases.deadlines.column.whose', width: 190, muted: true, leaves: 2 },
    { key: 'norm', kind: 'text', title: 'cases.deadlines.column.norm', width: 200, muted: true, leaves: 1 },
    {
      key: 'due_on',
      kind: 'text',
      title: 'cases.deadlines.column.due_on',
      sortable: true,
      width: 116,
      render: ({ due_on }, { language }) => due_on && formatDay(due_on, language),
    },
    {
      key: 'due',
      kind: 'drawn',
      title: 'cases.deadlines.column.due',
      width: 150,
      render: ({ due }, text) => <StatusWord values={DUE} value={due} text={text} />,
    },
  ],
  card: (row, text) => ({
    title: wordOf(text.t, 'deadline', row.kind),
    note: [aboutOf(row), row.whose].filter(Boolean).join(' · '),
    status: <StatusWord values={DUE} value={row.due} text={text} />,
    time: row.due_on && formatDay(row.due_on, text.language),
  }),
})
