import { hasText, type Language, type Translate } from '../app/i18n'
import { isDuration } from '../kit/command/duration'
import type { PlanWords } from '../kit/command/plan'
import { durationWords } from '../kit/duration'
import { formatMoney, formatTime, type Money } from '../kit/format'
import { wordOf } from './approvals'
import { whenOf } from './policies/sentence'

/** "150 BRL", or all of a fee: "150 BRL + 0.50% min 50 max 500". */
const AMOUNT = /^\d+ ([A-Z]{3})(?: \+ [\d.]+%)?(?: min \d+)?(?: max \d+)?(?: steps)?$/
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** A plan of any Command: what has no word is shown by its name, so that an approver sees every change. */
export function planWords(t: Translate, language: Language): PlanWords {
  return {
    field: (name) => wordOf(t, 'field', name),
    value: (field, value) => valueOf(t, language, field, value),
  }
}

export function valueOf(t: Translate, language: Language, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return t(value ? 'approvals.yes' : 'approvals.no')
  if (isMoney(value)) return formatMoney(value, language)
  if (Array.isArray(value)) return value.map((each) => valueOf(t, language, field, each)).join(', ') || '—'
  if (typeof value === 'object') {
    const inner = Object.entries(value).filter(([, each]) => each !== null && each !== '')
    return inner
      .map(([name, each]) => `${wordOf(t, 'field', name)}: ${valueOf(t, language, name, each)}`)
      .join('; ')
  }
  if (typeof value === 'number' && isDuration(field)) return durationWords(value, language)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (MOMENT.test(text)) return formatTime(text, language)
  if (field === 'command') return wordOf(t, 'command', text)
  if (field === 'condition') return whenOf(text, t, language)
  if (field === 'permission' || field === 'emergency') return wordOf(t, 'permission', text)
  if (field === 'status' || field.endsWith('_state')) return wordOf(t, 'state', text)
  return AMOUNT.test(text) ? amountsOf(text, language) : choiceOf(t, field, text)
}

/** Minor units that a contract is compared by, each as money. */
function amountsOf(text: string, language: Language): string {
  const currency = AMOUNT.exec(text)?.[1] ?? ''
  return text
    .replace(` ${currency}`, '')
    .replace(/^\d+|(?<=(?:min|max) )\d+/g, (minor) =>
      formatMoney({ amount: Number(minor), currency }, language),
    )
}

/** One of the few values that a field may have, in words: `in` of a direction is not `in` of a text. */
function choiceOf(t: Translate, field: string, text: string): string {
  const key = `approvals.value.${field}_${text}`.toLowerCase()
  return /^\w+$/.test(text) && hasText(key) ? t(key) : text
}

function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value
}
