import { DateTime } from '../../kit/DateTime'
import { StatusWord } from '../../kit/list/Cell'
import { defineList } from '../../kit/list/definition'
import {
  amountOf,
  FREQUENCIES,
  RUN_STATES,
  rhythmOf,
  SCHEDULE_STATUSES,
  type ScheduleRow,
  schedulePath,
} from './schedule'

export const SCHEDULES = defineList<ScheduleRow>({
  name: 'account.schedules',
  path: '/v1/account/schedules',
  rowKey: ({ id }) => id,
  order: { by: 'created_at', sort: 'desc' },
  status: { key: 'status', values: SCHEDULE_STATUSES },
  choices: [
    {
      key: 'frequency',
      options: FREQUENCIES.map((value) => ({ value, label: `deposits.schedule.frequency.${value}` })),
    },
    { key: 'last_result', options: RUN_STATES },
  ],
  facets: '/v1/account/schedules/facets',
  views: 'account.schedules',
  search: 'deposits.schedule.search',
  href: ({ id }) => schedulePath(id),
  columns: [
    {
      key: 'next_run',
      kind: 'time',
      title: 'deposits.schedule.column.next_run',
      width: 124,
      muted: true,
      locked: true,
    },
    { key: 'name', kind: 'text', title: 'deposits.schedule.column.name', sortable: true },
    {
      key: 'amount',
      kind: 'drawn',
      title: 'deposits.schedule.column.amount',
      width: 212,
      align: 'end',
      render: ({ amount, keep }, { t, language }) => amountOf(t, language, amount, keep),
    },
    { key: 'destination', kind: 'text', title: 'deposits.schedule.column.destination', width: 124 },
    {
      key: 'frequency',
      kind: 'text',
      title: 'deposits.schedule.column.frequency',
      width: 200,
      render: (row, { t }) => rhythmOf(t, row),
    },
    {
      key: 'rule',
      kind: 'text',
      title: 'deposits.schedule.column.rule',
      width: 170,
      muted: true,
      hidden: true,
      render: ({ rule }, { t }) => t(`deposits.schedule.rule.${rule}`),
    },
    {
      key: 'time_zone',
      kind: 'text',
      title: 'deposits.schedule.column.time_zone',
      width: 160,
      muted: true,
      hidden: true,
    },
    {
      key: 'last_run',
      kind: 'time',
      title: 'deposits.schedule.column.last_run',
      width: 124,
      muted: true,
      hidden: true,
    },
    {
      key: 'last_result',
      kind: 'text',
      title: 'deposits.schedule.column.last_result',
      width: 128,
      render: ({ last_result }, text) =>
        last_result ? <StatusWord values={RUN_STATES} value={last_result} text={text} /> : '—',
    },
    { key: 'status', kind: 'status', title: 'deposits.schedule.column.status', width: 126 },
    {
      key: 'created_at',
      kind: 'time',
      title: 'deposits.schedule.column.created_at',
      sortable: true,
      width: 140,
      muted: true,
      hidden: true,
    },
    { key: 'id', kind: 'id', title: 'deposits.schedule.column.id', width: 138, hidden: true },
  ],
  card: ({ name, amount, keep, status, next_run, ...rhythm }, text) => ({
    title: name,
    note: rhythmOf(text.t, rhythm),
    amount: amountOf(text.t, text.language, amount, keep),
    status: <StatusWord values={SCHEDULE_STATUSES} value={status} text={text} />,
    time: next_run && <DateTime at={next_run} />,
  }),
})
