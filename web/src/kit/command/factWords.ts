import type { components } from '../../app/api-types'
import { type Language, type Translate, wordsOf } from '../../app/i18n'
import { formatDay, formatMoney, formatMonth, formatNumber, formatShare, formatTime } from '../format'
import { ledgerAccount } from '../ledgerAccount'
import type { PlanWords } from './plan'

type Value = NonNullable<components['schemas']['PlanFact']['value']>

const wordOf = wordsOf('kit')
const DAYS = new Set(['scheduled_for', 'due_date', 'due_on', 'occurred_on', 'day', 'valid_from', 'valid_to'])
const MOMENTS = new Set(['leave_by', 'opens_at'])
/** Numbers of things, which some Commands give as text. */
const COUNTS = new Set([
  'messages',
  'lines',
  'first_time',
  'teds',
  'charges',
  'payments',
  'already',
  'removed_paid',
])
/** What the server names by a code of its own. */
const CODES = new Set([
  'account_type',
  'cause',
  'direction',
  'effect',
  'lane',
  'note_type',
  'review_reason',
  'silent_after',
  'silent_before',
  'silent_maximum',
  'silent_way',
  'tax_kind',
])

/** Codes that mean something else under another name. */
const OWN_CODES = new Set(['method', 'ted_purpose', 'ted_way'])

/** A fact of a plan, as a person reads it. */
export function factWords(
  t: Translate,
  language: Language,
  words: PlanWords,
  field: string,
  value: Value,
): string {
  if (typeof value === 'object') return formatMoney(value, language)
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no')
  const text = String(value)
  if (field === 'status') return words.value(field, text)
  if (field === 'ledger_account') return words.account?.(text) ?? ledgerAccount(t, text)
  if (DAYS.has(field)) return formatDay(text, language)
  if (MOMENTS.has(field)) return formatTime(text, language)
  if (OWN_CODES.has(field)) return wordOf(t, 'fact_value', `${field}_${text}`)
  if (field === 'royalty') return formatShare(text, language)
  if (field === 'month') return formatMonth(text, language)
  if (COUNTS.has(field) && /^\d+$/.test(text)) return formatNumber(Number(text), language)
  return CODES.has(field) ? wordOf(t, 'fact_value', text) : text
}
