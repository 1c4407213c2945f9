import { ListChecks } from 'lucide-react'
import { useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../command/CommandButton'
import { DateTime } from '../DateTime'
import { formatNumber } from '../format'
import { StatusWord } from '../list/Cell'
import { defineList, type Status } from '../list/definition'
import { type BulkRow, titleOf } from './run'

const STATUSES: readonly Status[] = [
  { value: 'queued', tone: 'awaiting', label: 'lists.status.queued' },
  { value: 'running', tone: 'awaiting', label: 'lists.status.running' },
  { value: 'finished', tone: 'success', label: 'lists.status.finished' },
]

const again = lazyDialog(() => import('./BulkAgain'), { ahead: false })
const EVERYBODY: readonly string[] = []

function Again({ row }: { row: BulkRow }) {
  const t = useT('lists')
  return (
    <CommandButton
      dialog={again}
      given={{ row }}
      permissions={EVERYBODY}
      anyMerchant
      size="small"
      variant="ghost"
      icon={<ListChecks size={16} strokeWidth={1.75} />}
    >
      {t('lists.bulks.result')}
    </CommandButton>
  )
}

const counted = (key: 'total' | 'done' | 'awaiting' | 'refused' | 'failed', hidden = false) => ({
  key,
  kind: 'text' as const,
  title: `lists.bulks.${key}`,
  width: 110,
  align: 'end' as const,
  hidden,
  render: (row: BulkRow, { language }: { language: 'pt' | 'en' }) => formatNumber(row[key] ?? 0, language),
})

export const BULKS = defineList<BulkRow>({
  name: 'lists.bulks',
  path: '/v1/bulk',
  rowKey: ({ id }) => id ?? '',
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
      key: 'command',
      kind: 'text',
      title: 'lists.bulks.command',
      render: ({ command }, { t }) => titleOf(t, command),
    },
    { key: 'company_name', kind: 'text', title: 'lists.column.company_name', width: 180 },
    counted('total'),
    counted('done'),
    counted('refused'),
    counted('failed', true),
    counted('awaiting', true),
    { key: 'status', kind: 'status', title: 'lists.column.status', width: 140 },
    { key: 'finished_at', kind: 'time', title: 'lists.column.finished_at', width: 150, hidden: true },
    { key: 'id', kind: 'id', title: 'lists.column.id', width: 138, hidden: true },
  ],
  actions: { width: 120, render: (row) => <Again row={row} /> },
  card: (row, text) => ({
    title: titleOf(text.t, row.command),
    note: row.company_name,
    amount: formatNumber(row.total ?? 0, text.language),
    status: <StatusWord values={STATUSES} value={row.status} text={text} />,
    time: <DateTime at={row.created_at ?? ''} />,
  }),
})
