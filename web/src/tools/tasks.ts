import type { Answer } from '../app/api'
import type { components } from '../app/api-types'
import { type Language, type Translate, wordsOf } from '../app/i18n'
import { shortDuration } from '../kit/duration'
import type { Status } from '../kit/list/definition'

/** Where these screens are, who may do what there, and the words of what the server names. */

type Schemas = components['schemas']

export type TaskRow = Answer<'/v1/tools/cron-tasks', 'get'>[number]
export type Task = Schemas['CronTaskRecord']
export type Run = Schemas['TaskRun']
export type Workers = Schemas['Workers']

export const TASKS_PATH = '/dashboard/tools/cron-tasks'
export const taskPath = (id: string) => `${TASKS_PATH}/${id}`

export const SEE_TASKS = ['scheduler::task:read']
export const MAY_TASKS = ['scheduler::task:write']

export const TASK_STATUSES: readonly Status[] = [
  { value: 'down', tone: 'error', label: 'tools.status.down' },
  { value: 'late', tone: 'atention', label: 'tools.status.late' },
  { value: 'started', tone: 'info', label: 'tools.status.started' },
  { value: 'up', tone: 'success', label: 'tools.status.up' },
  { value: 'new', tone: 'neutral', label: 'tools.status.new' },
  { value: 'paused', tone: 'awaiting', label: 'tools.status.paused' },
]

export const RUN_STATUSES: readonly Status[] = [
  { value: 'waiting', tone: 'awaiting', label: 'tools.run_status.waiting' },
  { value: 'running', tone: 'info', label: 'tools.run_status.running' },
  { value: 'succeeded', tone: 'success', label: 'tools.run_status.succeeded' },
  { value: 'failed', tone: 'error', label: 'tools.run_status.failed' },
  { value: 'missed', tone: 'atention', label: 'tools.run_status.missed' },
  { value: 'skipped', tone: 'neutral', label: 'tools.run_status.skipped' },
]

const wordOf = wordsOf('tools')

/** What a task does, in words; its name when it is newer than this page. */
export function taskName(t: Translate, name: string | null): string {
  return wordOf(t, 'task', name ?? '')
}

/** How long a run took. */
export const duration = (milliseconds: number | null, language: Language): string =>
  shortDuration(milliseconds === null ? null : milliseconds / 1000, language)
