import type { Language } from '../../app/i18n'
import { formatDay } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { REQUEST_STATES, type RequestRow, requestPath, wordOf } from './request'

const DUE = ['overdue', 'today', 'soon', 'later', 'done'] as const

const dayText = (day: string | null | undefined, language: Language) => (day ? formatDay(day, language) : '—')

/** Requests of the Central Bank for document C220. */
export const REQUESTS = defineList<RequestRow>({
  name: 'exchange.c220',
  path: '/v1/exchange/c220',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  status: { key: 'state', values: REQUEST_STATES },
  choices: [{ key: 'due', options: DUE.map((value) => ({ value, label: `filings.due.${value}` })) }],
  facets: '/v1/exchange/c220/facets',
  tiles: {
    key: 'due',
    label: 'filings.tiles',
    all: 'filings.all',
    values: [
      { value: 'overdue', label: 'filings.due.overdue', tone: 'error' },
      { value: 'today', label: 'filings.due.today', tone: 'atention' },
      { value: 'soon', label: 'filings.due.soon', tone: 'awaiting' },
      { value: 'later', label: 'filings.due.later', tone: 'info', fleeting: true },
      { value: 'done', label: 'filings.due.done', tone: 'success' },
    ],
  },
  views: 'exchange.c220',
  search: 'filings.search',
  href: ({ id }) => requestPath(id),
  columns: [
    { key: 'number', kind: 'text', title: 'filings.column.number', locked: true, sortable: true, width: 160 },
    { key: 'filer_name', kind: 'text', title: 'filings.column.filer_name' },
    {
      key: 'period_from',
      kind: 'text',
      title: 'filings.column.period',
      width: 210,
      render: ({ period_from, period_to }, { language }) =>
        `${dayText(period_from, language)} – ${dayText(period_to, language)}`,
    },
    {
      key: 'due_on',
      kind: 'text',
      title: 'filings.column.due_on',
      sortable: true,
      width: 120,
      render: ({ due_on }, { language }) => dayText(due_on, language),
    },
    {
      key: 'due',
      kind: 'text',
      title: 'filings.column.due',
      width: 120,
      muted: true,
      render: ({ due }, { t }) => wordOf(t, 'due', due),
    },
    { key: 'state', kind: 'status', title: 'filings.column.state', width: 124 },
    { key: 'rows', kind: 'text', title: 'filings.column.rows', width: 90, align: 'end' },
    { key: 'total', kind: 'money', title: 'filings.column.total', width: 150, summed: false },
    {
      key: 'version',
      kind: 'text',
      title: 'filings.column.version',
      width: 90,
      align: 'end',
      sortable: true,
      hidden: true,
    },
    { key: 'excused', kind: 'text', title: 'filings.column.excused', width: 100, align: 'end', hidden: true },
    {
      key: 'received_on',
      kind: 'text',
      title: 'filings.column.received_on',
      sortable: true,
      width: 120,
      hidden: true,
      render: ({ received_on }, { language }) => dayText(received_on, language),
    },
    { key: 'protocol', kind: 'text', title: 'filings.column.protocol', width: 170, hidden: true },
    { key: 'delivered_at', kind: 'time', title: 'filings.column.delivered_at', width: 140, hidden: true },
    { key: 'made_by', kind: 'text', title: 'filings.column.made_by', width: 196, hidden: true },
    { key: 'approved_by', kind: 'text', title: 'filings.column.approved_by', width: 196, hidden: true },
    {
      key: 'filer_document',
      kind: 'document',
      title: 'filings.column.filer_document',
      width: 166,
      hidden: true,
    },
    {
      key: 'created_at',
      kind: 'time',
      title: 'filings.column.created_at',
      sortable: true,
      width: 140,
      hidden: true,
    },
    { key: 'id', kind: 'id', title: 'filings.column.id', width: 138, hidden: true },
  ],
  card: (row, text) => ({
    title: row.number ?? '—',
    note: row.filer_name,
    status: <StatusWord values={REQUEST_STATES} value={row.state} text={text} />,
    time: dayText(row.due_on, text.language),
  }),
})
