import type { components } from '../../app/api-types'
import { type Language, type Translate, wordsOf } from '../../app/i18n'
import { formatMoney, formatTime, type Money } from '../format'

/** What the audit log says, in words. Its texts are in the namespace `audit`, which whoever uses these has loaded. */

export type TrailEntry = components['schemas']['TrailEntry']
export type Change = components['schemas']['Change']

export const LOG_PATH = '/dashboard/audit/activity-log'
export const entryPath = (index: number | string): string => `${LOG_PATH}/${index}`

/** The words of what the server names. */
export const wordOf = wordsOf('audit')

export const actionOf = (t: Translate, name: string) => wordOf(t, 'event', name)
export const fieldOf = (t: Translate, name: string) => wordOf(t, 'field', name)

/** Fields that hold a state; what an evidence is and as what a bank is marked are states too. */
const STATES = new Set(['status', 'state', 'evidence', 'mark'])
/** Fields whose values have words of their own, below `audit.value`. */
const VALUES = new Set(['outcome', 'hold_reason', 'queued_reason'])
/** Fields that hold minor units, and how a moment is written. */
const SUMS = new Set(['amount', 'received', 'fee', 'paid', 'refunded'])
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** The label of a field's value; a value without one is shown as it is. */
export function valueOf(t: Translate, language: Language, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
  if (isMoney(value)) return formatMoney(value, language)
  if (Array.isArray(value)) return value.map((each) => valueOf(t, language, field, each)).join(', ') || '—'
  if (typeof value === 'number' && SUMS.has(field))
    return formatMoney({ amount: value, currency: 'BRL' }, language)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (MOMENT.test(text)) return formatTime(text, language, { time: 'seconds' })
  if (VALUES.has(field)) return wordOf(t, `value.${field}`, text)
  return STATES.has(field) ? wordOf(t, 'state', text) : text
}

function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value
}

/** Whoever acts when nobody does: the house by itself, or the provider's word. */
export const actorOf = (t: Translate, actor: string) =>
  actor ? wordOf(t, 'actor', actor) : t('audit.forgotten')
