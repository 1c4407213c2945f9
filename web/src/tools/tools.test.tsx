import { describe, expect, it, vi } from 'vitest'
import { alert, type User } from '../app/state'
import { openUnder, sectionArea } from '../app/test-area'
import { refused } from '../app/test-kit'
import { find, press, shows, type } from '../app/test-page'
import { TaskRecord } from './record/TaskRecord'
import { TasksList } from './TasksList'
import { type Task } from './tasks'

const diego: User = {
  id: 'u-diego',
  email: 'diego@retaguarda.example',
  companyId: 1,
  company: { id: 1, name: 'Retaguarda' },
  companies: [1, 2],
  locale: 'en',
  permissions: ['rbac::companies:read', 'scheduler::task:read', 'scheduler::task:write'],
  internal_user: true,
  sensitive: false,
}

const ID = '0199aaaa-0000-7000-8000-00000000000c'
const RUN = {
  id: 9,
  number: 3,
  trigger: 'clock' as const,
  asked_by: null,
  planned_for: '2026-11-20T08:23:00Z',
  missed: 2,
  status: 'failed' as const,
  attempts: 1,
  started_at: '2026-11-20T08:23:01Z',
  ended_at: '2026-11-20T08:23:05Z',
  milliseconds: 4200,
  worker: 'host:1',
  output: '08:23:02 INFO ok entries_sum_to_zero',
  error: 'Broken: posted_is_the_sum (1)',
}
const TASK: Task = {
  id: ID,
  name: 'ledger.verify',
  schedule: '23 5 * * *',
  time_zone: 'UTC',
  grace_seconds: 14_400,
  overlap: 'skip',
  enabled: true,
  status: 'down',
  failures: 1,
  next_at: '2026-11-21T05:23:00Z',
  paused_by: null,
  paused_at: null,
  version: 1,
  updated_at: '2026-11-20T08:00:00Z',
  updated_by: 'retaguarda',
  next_runs: ['2026-11-21T05:23:00Z'],
  runs: [RUN],
  missed: 2,
}
const RECORD = `GET /v1/tools/cron-tasks/${ID}`
const PREVIEW = 'GET /v1/tools/cron-tasks/preview'
const area = sectionArea(diego, { [RECORD]: TASK, [PREVIEW]: TASK.next_runs }, () => [
  import('./commands/ChangeTask'),
  import('./commands/acts'),
])
const open = () => openUnder('/dashboard/tools/cron-tasks', `/${ID}`, { '/$id': TaskRecord })
const submit = () => press(find('[role=dialog] button[type=submit]'))

describe('a task by the clock', () => {
  it('shows how its runs went, what they said and when it runs next', async () => {
    await open()
    await Promise.all(
      [
        'Verify the books',
        'Broken: posted_is_the_sum (1)',
        'ok entries_sum_to_zero',
        'Scheduled · includes 2 missed runs',
        '21 Nov, 05:23',
        '4\u00a0h',
      ].map(shows),
    )
    expect(find('[role=img]').getAttribute('aria-label')).toBe('One run; it took 4.2\u00a0s')
  })

  it('is run when a person asks for it', async () => {
    area.answer(`POST /v1/tools/cron-tasks/${ID}/run`, RUN)
    await open()
    await shows('Verify the books')
    await press(find('button', 'Run now'))
    await shows('whatever its schedule')
    await submit()
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The run was requested']))
    expect(area.sent.find(({ call }) => call.endsWith('/run'))?.key).toBeTruthy()
  })

  it('is changed with its next runs in sight, or with what makes no sense of the schedule', async () => {
    area.answer(`POST /v1/tools/cron-tasks/${ID}/change`, TASK)
    await open()
    await shows('Verify the books')
    await press(find('button', 'Change'))
    await shows('Time zone')
    area.answer(PREVIEW, refused(400, { schedule: ['schedule_day'] }, 'field 3'))
    await type(find<HTMLInputElement>('input', 'Schedule'), '0 4 32 * *')
    await shows('Third field, the day of the month')
    area.answer(PREVIEW, ['2026-11-22T04:00:00Z'])
    await type(find<HTMLInputElement>('input', 'Schedule'), '0 4 22 * *')
    await shows('22 Nov, 04:00')
    await submit()
    await vi.waitFor(() => expect(alert.get().message).toEqual(['The task was changed']))
    expect(area.bodies(`POST /v1/tools/cron-tasks/${ID}/change`)).toEqual([
      { schedule: '0 4 22 * *', time_zone: 'UTC', grace_seconds: 14_400, overlap: 'skip' },
    ])
  })

  it('is asked for as the menu does, beside the workers', async () => {
    area.answer('GET /v1/tools/cron-tasks', [])
    area.answer('GET /v1/tools/cron-tasks/facets', {
      total: { count: 0, sums: {}, estimated: false },
      columns: {},
    })
    area.answer('GET /v1/tools/workers', {
      workers: [{ id: 7, heard_at: '2026-11-20T08:00:00Z', stalled: true, jobs: [] }],
      waiting: 3,
      later: 0,
      failed: 1,
    })
    await openUnder('/dashboard/tools', '/cron-tasks?enabled=1', { '/cron-tasks': TasksList })
    await Promise.all(['#7', 'Lost', '3 jobs waiting, 0 for later, 1 failed'].map(shows))
    await vi.waitFor(() =>
      expect(area.sent.find(({ call }) => call === 'GET /v1/tools/cron-tasks')?.query.get('enabled')).toBe(
        '1',
      ),
    )
  })
})
