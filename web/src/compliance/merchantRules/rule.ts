import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import { type Language, type Translate, wordsOf } from '../../app/i18n'
import { formatMoney } from '../../kit/format'
import type { Status } from '../../kit/list/definition'

/** What rules of charges are for one merchant, as the server tells it to staff. */

export type MatrixRow = Answer<'/v1/compliance/merchant-rules', 'get'>[number]
export type Effective = components['schemas']['EffectiveRules']
export type EffectiveRule = components['schemas']['EffectiveRule']
export type Tried = components['schemas']['TriedRules']
export type TryInput = components['schemas']['MerchantTryInput']

export const MATRIX_PATH = '/dashboard/compliance/rule-manager/merchant'
export const effectivePath = (merchant: number) => `${MATRIX_PATH}/${merchant}`

export const MAY_READ = ['compliance::rules:read']
export const MAY_WRITE = ['compliance::rules:write']

export const STATES: readonly Status[] = [
  { value: 'inherits', tone: 'neutral', label: 'merchantRules.state.inherits' },
  { value: 'stricter', tone: 'error', label: 'merchantRules.state.stricter' },
  { value: 'off_proposed', tone: 'awaiting', label: 'merchantRules.state.off_proposed' },
  { value: 'off', tone: 'atention', label: 'merchantRules.state.off' },
]

/** Those of the matrix: a rule of payouts that names the merchant, and its terms of exchange, are its own. */
export const MATRIX_STATES: readonly Status[] = [
  ...STATES,
  { value: 'own', tone: 'success', label: 'merchantRules.state.own' },
]

export const wordOf = wordsOf('merchantRules')

/** What a rule is called; the price of an exchange agreement by its currency and direction: "USD out". */
export function ruleName(
  t: Translate,
  entity: string | null | undefined,
  rule: string | null | undefined,
): string {
  const [, currency = '', direction] =
    (entity === 'exchange' && /^([A-Z]{3}) (in|out)$/.exec(rule ?? '')) || []
  return direction ? t(`merchantRules.exchange.${direction}`, { currency }) : (rule ?? '—')
}

const SIGNS: Readonly<Record<string, string>> = { '>=': '≥', '<=': '≤', '==': '=', '!=': '≠' }

/** An operator of a condition as people write it. */
export const signOf = (operator: string) => SIGNS[operator] ?? operator

/** By how much a value is beyond its threshold, with its sign. */
export function shownMargin(
  t: Translate,
  language: Language,
  fact: string,
  margin: number,
  currency: string,
): string {
  const size = shownValue(t, language, fact, String(Math.abs(margin)), currency)
  return margin < 0 ? `−${size}` : `+${size}`
}

/** A value of a fact as people read it: an amount as money, though a condition writes minor units. */
export function shownValue(t: Translate, language: Language, fact: string, value: string, currency: string) {
  if (fact === 'amount' && /^-?\d+$/.test(value)) {
    return formatMoney({ amount: Number(value), currency }, language)
  }
  if (fact === 'first_seen') return t(`merchantRules.flag.${value === 'true' ? 'yes' : 'no'}`)
  if (fact === 'payer') return wordOf(t, 'payer', value)
  return fact === 'kind' ? wordOf(t, 'kind', value) : value
}
