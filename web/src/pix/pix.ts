import type { Answer } from '../app/api'
import { type Language, type Translate, wordsOf } from '../app/i18n'
import type { PlanWords } from '../kit/command/plan'
import { formatDay, formatMoney, type Money } from '../kit/format'
import type { Status } from '../kit/list/definition'
import type { Tone } from '../ui/Badge'

/** Pix Automático as the server tells of it: recurrences, the charges of their cycles, and what can be said of them. */

export type RecurrenceRow = Answer<'/v1/payin/recurrences', 'get'>[number]
export type RecurrenceRecord = Answer<'/v1/payin/recurrences/{id}', 'get'>
export type ScheduleRow = Answer<'/v1/pix/charges', 'get'>[number]
export type ScheduleRecord = Answer<'/v1/pix/charges/{id}', 'get'>
export type CalendarDay = Answer<'/v1/pix/calendar', 'get'>[number]

export const RECURRENCES_PATH = '/dashboard/payin/payments/list-subscription'
export const SCHEDULES_PATH = '/dashboard/pix/automatic-pix/schedules-list'
export const CALENDAR_PATH = '/dashboard/pix/automatic-pix/calendar'
export const recurrencePath = (id: string) => `${RECURRENCES_PATH}/${id}`
export const schedulePath = (id: string) => `${SCHEDULES_PATH}/${id}`

export const MAY_RECUR = ['payin::recurrences:write']
export const MAY_SCHEDULE = ['pix::schedules:write']

const states = (group: string, tones: Record<string, Tone>): readonly Status[] =>
  Object.entries(tones).map(([value, tone]) => ({ value, tone, label: `pix.${group}.${value}` }))

export const RECURRENCE_STATUSES = states('recurrence_status', {
  created: 'awaiting',
  pending: 'awaiting',
  approved: 'success',
  rejected: 'error',
  expired: 'neutral',
  cancelled: 'neutral',
  failed: 'error',
})
export const CHARGE_STATUSES = states('charge_status', {
  created: 'awaiting',
  pending: 'awaiting',
  active: 'info',
  paid: 'success',
  expired: 'neutral',
  rejected: 'error',
  cancelled: 'neutral',
  failed: 'error',
})
export const REQUEST_STATUSES = states('request_status', {
  created: 'awaiting',
  pending: 'awaiting',
  sent: 'awaiting',
  received: 'info',
  accepted: 'success',
  rejected: 'error',
  expired: 'neutral',
  cancelled: 'neutral',
  failed: 'error',
})
export const ATTEMPT_STATUSES = states('attempt_status', {
  requested: 'awaiting',
  scheduled: 'info',
  paid: 'success',
  cancelled: 'neutral',
  rejected: 'error',
  expired: 'neutral',
})

export const PERIODICITIES = ['SEMANAL', 'MENSAL', 'TRIMESTRAL', 'SEMESTRAL', 'ANUAL'] as const
export const JOURNEYS = ['JORNADA_1', 'JORNADA_2', 'JORNADA_3', 'JORNADA_4'] as const
export const POLICIES = ['NAO_PERMITE', 'PERMITE_3R_7D'] as const

/** The words of what the server names. */
export const wordOf = wordsOf('pix')

export const choicesOf = (group: string, names: readonly string[]) =>
  names.map((value) => ({ value, label: `pix.${group}.${value}` }))

/** "R$35.00", "From R$50.00" where the amount changes, or a dash. */
export function amountOf(
  t: Translate,
  language: Language,
  { amount, minimum }: { amount: Money | null; minimum: Money | null },
): string {
  if (amount) return formatMoney(amount, language)
  return minimum ? t('pix.from', { amount: formatMoney(minimum, language) }) : t('pix.any_amount')
}

/** Of a recurrence or a charge, what is worth a line in a plan. */
const SHOWN = new Set(['status', 'amount', 'starts_on', 'ends_on', 'due_on', 'periodicity', 'journey'])

export function planWords(t: Translate, language: Language, status: string): PlanWords {
  return {
    field: (name) => (SHOWN.has(name) ? t(`pix.column.${name}`) : null),
    value: (field, value) => {
      if (value === null) return '—'
      if (typeof value === 'object') return formatMoney(value, language)
      const text = String(value)
      if (field === 'status') return wordOf(t, status, text)
      if (field.endsWith('_on')) return formatDay(text, language)
      return wordOf(t, field, text)
    },
  }
}

/** States of a recurrence that nobody has agreed to yet. */
export const OPEN_RECURRENCES = new Set(['created', 'pending'])
