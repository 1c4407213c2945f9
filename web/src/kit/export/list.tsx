import type { Answer } from '../../app/api'
import { textOf } from '../../app/errors'
import { type Translate, useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../DateTime'
import { formatNumber } from '../format'
import { StatusWord } from '../list/Cell'
import { defineList, type Status, type Text } from '../list/definition'
import { ExportActions } from './ExportActions'
import { isOpen } from './server'
import { useOneExport } from './useOneExport'

export type ExportRow = Answer<'/v1/exports', 'get'>[number]

const STATUSES: readonly Status[] = [
  { value: 'queued', tone: 'awaiting', label: 'lists.status.queued' },
  { value: 'running', tone: 'awaiting', label: 'lists.status.running' },
  { value: 'succeeded', tone: 'success', label: 'lists.status.succeeded' },
  { value: 'failed', tone: 'error', label: 'lists.status.failed' },
  { value: 'expired', tone: 'neutral', label: 'lists.status.expired' },
  { value: 'canceled', tone: 'neutral', label: 'lists.status.canceled' },
]

/** What a list is called; by the server's name when it is newer than this page. */
export function nameOf(t: Translate, list: string | null): string {
  const key = `lists.name.${list?.replaceAll('.', '_')}`
  const text = t(key)
  return text === key ? (list ?? '—') : text
}

/** The state of an export; an unfinished one polls its progress. */
function State({ row, text }: { row: ExportRow; text: Text }) {
  const open = isOpen(row)
  const { data } = useOneExport(row.id, open)
  const { status, rows, total, error } = (open && data) || row
  const language = useLanguage()
  const t = useT('common', 'lists')
  const number = (value: number | null) => formatNumber(value ?? 0, language)
  const word = <StatusWord values={STATUSES} value={status} text={text} />
  if (status === 'running' && total) {
    const part = t('lists.progress.of', { done: number(rows), total: number(total) })
    return <span title={part}>{word}</span>
  }
  return error ? <span title={textOf(t, error)}>{word}</span> : word
}

export const EXPORTS = defineList<ExportRow>({
  name: 'lists.exports',
  path: '/v1/exports',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  status: { key: 'status', values: STATUSES },
  columns: [
    {
      key: 'created_at',
      kind: 'time',
      title: 'lists.column.created_at',
      sortable: true,
      width: 150,
      muted: true,
      locked: true,
    },
    {
      key: 'list',
      kind: 'text',
      title: 'lists.column.list',
      render: ({ list }, { t }) => nameOf(t, list),
    },
    { key: 'company_name', kind: 'text', title: 'lists.column.company_name', width: 200 },
    {
      key: 'format',
      kind: 'text',
      title: 'lists.column.format',
      width: 90,
      render: ({ format }) => format.toUpperCase(),
    },
    {
      key: 'rows',
      kind: 'text',
      title: 'lists.column.rows',
      width: 110,
      align: 'end',
      render: ({ rows }, { language }) => formatNumber(rows ?? 0, language),
    },
    {
      key: 'status',
      kind: 'status',
      title: 'lists.column.status',
      width: 160,
      render: (row, text) => <State row={row} text={text} />,
    },
    { key: 'expires_at', kind: 'time', title: 'lists.column.expires_at', width: 150, muted: true },
    { key: 'finished_at', kind: 'time', title: 'lists.column.finished_at', width: 150, hidden: true },
    { key: 'id', kind: 'id', title: 'lists.column.id', width: 138, hidden: true },
  ],
  actions: { width: 150, render: (row) => <ExportActions row={row} /> },
  card: (row, text) => ({
    title: nameOf(text.t, row.list),
    note: [row.company_name, row.format.toUpperCase()].filter(Boolean).join(' · '),
    amount: formatNumber(row.rows ?? 0, text.language),
    status: <State row={row} text={text} />,
    time: <DateTime at={row.created_at ?? ''} />,
  }),
})
