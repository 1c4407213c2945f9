import { DateTime } from '../../kit/DateTime'
import { formatAmount } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import { BATCH_STATUSES } from '../batches/batch'
import { daysOf, type RunRow, type SplitRow, STATUSES, splitPath, wordOf } from './split'

const SOURCES = ['day', 'balance'] as const
const RHYTHMS = ['by_hand', 'daily', 'weekly', 'monthly'] as const

export const SPLITS = defineList<SplitRow>({
  name: 'payouts.splits',
  path: '/v1/payouts/splits',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  status: { key: 'status', values: STATUSES },
  choices: [
    {
      key: 'source',
      options: SOURCES.map((value) => ({ value, label: `payoutSplits.source.${value}` as const })),
    },
    {
      key: 'rhythm',
      options: RHYTHMS.map((value) => ({ value, label: `payoutSplits.rhythm.${value}` as const })),
    },
  ],
  facets: '/v1/payouts/splits/facets',
  tiles: { key: 'status', values: STATUSES, label: 'payoutSplits.list.tiles', all: 'payoutSplits.list.all' },
  views: 'payouts.splits',
  search: 'payoutSplits.list.search',
  href: ({ id }) => splitPath(id),
  columns: [
    { key: 'name', kind: 'text', title: 'payoutSplits.column.name', sortable: true, locked: true },
    { key: 'version', kind: 'text', title: 'payoutSplits.column.version', width: 96, align: 'end' },
    { key: 'status', kind: 'status', title: 'payoutSplits.column.status', width: 130 },
    {
      key: 'source',
      kind: 'drawn',
      title: 'payoutSplits.column.source',
      width: 190,
      render: ({ source }, { t }) => wordOf(t, 'source', source ?? ''),
    },
    {
      key: 'rhythm',
      kind: 'drawn',
      title: 'payoutSplits.column.rhythm',
      width: 150,
      render: ({ rhythm }, { t }) => wordOf(t, 'rhythm', rhythm ?? ''),
    },
    { key: 'receivers', kind: 'text', title: 'payoutSplits.column.receivers', width: 110, align: 'end' },
    { key: 'last_run_at', kind: 'time', title: 'payoutSplits.column.last_run_at', width: 136 },
    { key: 'last_paid', kind: 'money', title: 'payoutSplits.column.last_paid', width: 140, currency: 'BRL' },
    { key: 'actor', kind: 'text', title: 'payoutSplits.column.actor', width: 200, hidden: true },
    { key: 'approved_by', kind: 'text', title: 'payoutSplits.column.approved_by', width: 200, hidden: true },
    {
      key: 'created_at',
      kind: 'time',
      title: 'payoutSplits.column.created_at',
      sortable: true,
      width: 136,
      muted: true,
      hidden: true,
    },
    {
      key: 'company_name',
      kind: 'text',
      title: 'payoutSplits.column.company_name',
      width: 170,
      hidden: true,
    },
    { key: 'id', kind: 'id', title: 'payoutSplits.column.id', width: 138, hidden: true },
  ],
  card: ({ name, status, version, last_paid, rhythm }, text) => ({
    title: name ?? '—',
    note: text.t('payoutSplits.version', { version: String(version) }),
    amount: last_paid && formatAmount(last_paid, text.language),
    status: <StatusWord values={STATUSES} value={status} text={text} />,
    time: wordOf(text.t, 'rhythm', rhythm ?? ''),
  }),
})

export const RUNS = defineList<RunRow>({
  name: 'payouts.split_runs',
  path: '/v1/payouts/split-runs',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  period: 'created_at',
  status: { key: 'batch_status', values: BATCH_STATUSES },
  facets: '/v1/payouts/split-runs/facets',
  views: 'payouts.split_runs',
  search: 'payoutSplits.runs.search',
  href: ({ split_id }) => splitPath(split_id ?? ''),
  columns: [
    {
      key: 'created_at',
      kind: 'time',
      title: 'payoutSplits.column.ran_at',
      sortable: true,
      width: 136,
      muted: true,
      locked: true,
    },
    { key: 'name', kind: 'text', title: 'payoutSplits.column.name' },
    { key: 'version', kind: 'text', title: 'payoutSplits.column.version', width: 96, align: 'end' },
    {
      key: 'from_day',
      kind: 'drawn',
      title: 'payoutSplits.column.days',
      width: 210,
      render: ({ from_day, to_day }, { language }) =>
        from_day && to_day ? daysOf({ from_day, to_day }, language) : '—',
    },
    {
      key: 'base',
      kind: 'money',
      title: 'payoutSplits.column.base',
      width: 140,
      sortable: true,
      currency: 'BRL',
    },
    { key: 'paid', kind: 'money', title: 'payoutSplits.column.paid', width: 140, currency: 'BRL' },
    { key: 'kept', kind: 'money', title: 'payoutSplits.column.kept', width: 140, currency: 'BRL' },
    { key: 'batch_status', kind: 'status', title: 'payoutSplits.column.batch', width: 150 },
    { key: 'actor', kind: 'text', title: 'payoutSplits.column.ran_by', width: 200, hidden: true },
    {
      key: 'company_name',
      kind: 'text',
      title: 'payoutSplits.column.company_name',
      width: 170,
      hidden: true,
    },
    { key: 'batch_id', kind: 'id', title: 'payoutSplits.column.batch_id', width: 138, hidden: true },
    { key: 'id', kind: 'id', title: 'payoutSplits.column.id', width: 138, hidden: true },
  ],
  card: ({ name, paid, batch_status, created_at }, text) => ({
    title: name ?? '—',
    amount: paid && formatAmount(paid, text.language),
    status: batch_status && <StatusWord values={BATCH_STATUSES} value={batch_status} text={text} />,
    time: <DateTime at={created_at ?? ''} />,
  }),
})
