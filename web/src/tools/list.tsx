import { DateTime } from '../kit/DateTime'
import { shortDuration } from '../kit/duration'
import { StatusWord } from '../kit/list/Cell'
import { defineList } from '../kit/list/definition'
import styles from './cells.module.css'
import { duration, RUN_STATUSES, TASK_STATUSES, type TaskRow, taskName, taskPath } from './tasks'

/** What the product does by the clock, and how it goes. */
export const TASKS = defineList<TaskRow>({
  name: 'tools.tasks',
  path: '/v1/tools/cron-tasks',
  rowKey: ({ id }) => id,
  order: { by: 'name', sort: 'asc' },
  status: { key: 'status', values: TASK_STATUSES },
  facets: '/v1/tools/cron-tasks/facets',
  views: 'tools.tasks',
  search: 'tools.list.search',
  choices: [
    {
      key: 'enabled',
      options: [
        { value: '1', label: 'tools.enabled.yes' },
        { value: '0', label: 'tools.enabled.no' },
      ],
    },
    { key: 'last_status', options: RUN_STATUSES.filter(({ value }) => value !== 'skipped') },
  ],
  href: ({ id }) => taskPath(id),
  columns: [
    {
      key: 'name',
      kind: 'text',
      title: 'tools.column.name',
      sortable: true,
      locked: true,
      render: ({ name }, { t }) => (
        <>
          <span className={styles.name}>{taskName(t, name)}</span>
          <span className={styles.note}>{name}</span>
        </>
      ),
    },
    { key: 'status', kind: 'status', title: 'tools.column.status', width: 122 },
    {
      key: 'schedule',
      kind: 'text',
      title: 'tools.column.schedule',
      width: 128,
      render: ({ schedule, time_zone }) => (
        <>
          <span className={styles.code}>{schedule}</span>
          <span className={styles.note}>{time_zone}</span>
        </>
      ),
    },
    { key: 'next_at', kind: 'time', title: 'tools.column.next_at', width: 124, muted: true },
    { key: 'last_at', kind: 'time', title: 'tools.column.last_at', width: 124, muted: true },
    {
      key: 'last_ms',
      kind: 'text',
      title: 'tools.column.last_ms',
      width: 84,
      align: 'end',
      render: ({ last_ms }, { language }) => duration(last_ms, language),
    },
    {
      key: 'last_status',
      kind: 'drawn',
      title: 'tools.column.last_status',
      width: 128,
      render: ({ last_status }, text) =>
        last_status ? <StatusWord values={RUN_STATUSES} value={last_status} text={text} /> : '—',
    },
    {
      key: 'failures',
      kind: 'text',
      title: 'tools.column.failures',
      width: 92,
      align: 'end',
      sortable: true,
    },
    {
      key: 'grace_seconds',
      kind: 'text',
      title: 'tools.column.grace_seconds',
      width: 110,
      align: 'end',
      sortable: true,
      hidden: true,
      render: ({ grace_seconds }, { language }) => shortDuration(grace_seconds, language),
    },
    {
      key: 'overlap',
      kind: 'text',
      title: 'tools.column.overlap',
      width: 150,
      hidden: true,
      render: ({ overlap }, { t }) => t(`tools.overlap.${overlap}`),
    },
    {
      key: 'enabled',
      kind: 'drawn',
      title: 'tools.column.enabled',
      width: 90,
      hidden: true,
      render: ({ enabled }, { t }) => t(`tools.enabled.${enabled === '1' ? 'yes' : 'no'}`),
    },
    { key: 'owner', kind: 'text', title: 'tools.column.owner', width: 120, sortable: true, hidden: true },
    { key: 'paused_by', kind: 'text', title: 'tools.column.paused_by', width: 190, hidden: true },
    { key: 'updated_by', kind: 'text', title: 'tools.column.updated_by', width: 190, hidden: true },
  ],
  card: (task, text) => ({
    title: taskName(text.t, task.name),
    note: `${task.schedule} ${task.time_zone}`,
    amount: <StatusWord values={TASK_STATUSES} value={task.status} text={text} />,
    status: task.name,
    time: task.next_at && <DateTime at={task.next_at} />,
  }),
})
