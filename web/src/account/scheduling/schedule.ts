import type { Answer } from '../../app/api'
import { type Language, type Translate, wordsOf } from '../../app/i18n'
import type { PlanWords } from '../../kit/command/plan'
import { formatMoney, formatTime, type Money } from '../../kit/format'
import type { Status } from '../../kit/list/definition'

/** What a schedule is, as the server tells it, and what can be said of it. */

export type ScheduleRow = Answer<'/v1/account/schedules', 'get'>[number]
export type ScheduleRecord = Answer<'/v1/account/schedules/{id}', 'get'>
export type Run = ScheduleRecord['runs'][number]

export const SCHEDULES_PATH = '/dashboard/account/payment-scheduling/list'
export const schedulePath = (id: string) => `/dashboard/account/payment-scheduling/${id}`
export const transferPath = (id: string) => `/dashboard/account/transfers/${id}`

export const MAY_SCHEDULE = ['account::scheduling:write']
export const FREQUENCIES = ['daily', 'weekly', 'monthly', 'once'] as const
export const RULES = ['next', 'previous', 'none'] as const
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

export const SCHEDULE_STATUSES: readonly Status[] = [
  { value: 'active', tone: 'success', label: 'deposits.schedule.status.active' },
  { value: 'paused', tone: 'atention', label: 'deposits.schedule.status.paused' },
  { value: 'ended', tone: 'neutral', label: 'deposits.schedule.status.ended' },
]

export const RUN_STATES: readonly Status[] = [
  { value: 'requested', tone: 'success', label: 'deposits.schedule.result.requested' },
  { value: 'failed', tone: 'error', label: 'deposits.schedule.result.failed' },
  { value: 'missed', tone: 'atention', label: 'deposits.schedule.result.missed' },
  { value: 'skipped', tone: 'neutral', label: 'deposits.schedule.result.skipped' },
]

/** The words of what the server names. */
export const wordOf = wordsOf('deposits.schedule')

/** 9 → "09:00". */
export const clockOf = (hour: number | null) => `${String(hour ?? 0).padStart(2, '0')}:00`

type Rhythm = Pick<ScheduleRow, 'weekday' | 'day' | 'hour'> & { frequency: string }

/** "Every Monday, 09:00". */
export function rhythmOf(t: Translate, { frequency, weekday, day, hour }: Rhythm): string {
  return t(`deposits.schedule.rhythm.${frequency}`, {
    weekday: weekday ? t(`deposits.schedule.weekday.${weekday}`) : '',
    day: day ?? '',
    time: clockOf(hour),
  })
}

/** "R$100.00", or "Full balance, less R$50.00". */
export function amountOf(t: Translate, language: Language, amount: Money | null, keep: Money | null): string {
  if (amount) return formatMoney(amount, language)
  if (!keep?.amount) return t('deposits.schedule.whole')
  return t('deposits.schedule.whole_less', { keep: formatMoney(keep, language) })
}

/** Of a schedule, what is worth a line in a plan. */
const SHOWN = new Set([
  'name',
  'destination',
  'amount',
  'keep',
  'frequency',
  'starts_on',
  'ends_on',
  'weekday',
  'day',
  'rule',
  'time_zone',
  'hour',
  'status',
  'next_run',
])

export function planWords(t: Translate, language: Language): PlanWords {
  return {
    field: (name) => (SHOWN.has(name) ? t(`deposits.schedule.column.${name}`) : null),
    value: (field, value) => {
      if (value === null) return '—'
      if (typeof value === 'object') return formatMoney(value, language)
      const text = String(value)
      if (['status', 'frequency', 'rule', 'weekday'].includes(field)) return wordOf(t, field, text)
      return field === 'next_run' ? formatTime(text, language) : text
    },
  }
}
