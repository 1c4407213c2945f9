import type { Answer } from '../app/api'
import type { components } from '../app/api-types'
import { type Language, type Translate, wordsOf } from '../app/i18n'
import type { PlanWords } from '../kit/command/plan'
import { formatDecimal, formatMoney } from '../kit/format'
import type { Status } from '../kit/list/definition'
import type { Tone } from '../ui/Badge'

/** What exchange is, as the server tells it: operations, closings, banks, and what prices are made of. */

export type OperationRow = Answer<'/v1/exchange/operations', 'get'>[number]
export type Operation = Answer<'/v1/exchange/operations/{id}', 'get'>
export type ClosingRow = Answer<'/v1/exchange/closings', 'get'>[number]
export type Closing = Answer<'/v1/exchange/closings/{id}', 'get'>
export type BankRow = Answer<'/v1/exchange/banks', 'get'>[number]
export type Bank = Answer<'/v1/exchange/banks/{id}', 'get'>
export type RateRow = Answer<'/v1/exchange/rates', 'get'>[number]
export type TaxRuleRow = Answer<'/v1/exchange/tax-rules', 'get'>[number]
export type AgreementRow = Answer<'/v1/exchange/agreements', 'get'>[number]
export type ForeignPrice = components['schemas']['ForeignPrice']

const BASE = '/dashboard/exchange'
export const OPERATIONS_PATH = `${BASE}/transactions/list`
export const CLOSINGS_PATH = `${BASE}/transactions/closing`
export const BANKS_PATH = `${BASE}/banks/list`
export const RATES_PATH = `${BASE}/banks/rates`
export const TAX_RULES_PATH = `${BASE}/banks/tax-rules`
export const AGREEMENTS_PATH = `${BASE}/banks/agreements`
export const operationPath = (id: string) => `${BASE}/transactions/${id}`
export const closingPath = (id: string) => `${CLOSINGS_PATH}/${id}`
export const bankPath = (id: string) => `${BASE}/banks/${id}`

export const MAY_TRADE = ['efx::merchantAgreement:write']
export const MAY_BANK = ['efx::exchangeBank:write']

export const wordOf = wordsOf('exchange')

const states = (group: string, tones: Readonly<Record<string, Tone>>): readonly Status[] =>
  Object.entries(tones).map(([value, tone]) => ({ value, tone, label: `exchange.${group}.${value}` }))

export const OPERATION_STATES = states('operation_state', {
  quoted: 'info',
  awaiting_funds: 'awaiting',
  funded: 'info',
  closed: 'awaiting',
  settled: 'success',
  expired: 'neutral',
  cancelled: 'neutral',
  returned: 'neutral',
  reversed: 'atention',
})
export const CLOSING_STATES = states('closing_state', {
  draft: 'neutral',
  agreed: 'info',
  closed: 'awaiting',
  settled: 'success',
  cancelled: 'neutral',
  rejected: 'error',
})
export const BANK_STATES = states('bank_state', { active: 'success', paused: 'atention', ended: 'neutral' })
export const RULE_STATES = states('rule_state', { in_force: 'success', coming: 'info', past: 'neutral' })
export const AGREEMENT_STATES = states('agreement_state', { active: 'success', ended: 'neutral' })

export const options = (t: Translate, group: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: wordOf(t, group, value) }))

export const choice = (key: string, group: string, values: readonly string[]) => ({
  key,
  options: values.map((value) => ({ value, label: `exchange.${group}.${value}` })),
})

/** Currencies that people exchange most; the server takes every one of ISO 4217. */
export const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY', 'CNY', 'ARS', 'CLP', 'MXN', 'TND'] as const
export const DIRECTIONS = ['out', 'in'] as const
export const TAX_KINDS = ['goods', 'services', 'other'] as const

export const momentWord = (t: Translate) => (group: 'event' | 'actor', value: string) =>
  group === 'event' ? wordOf(t, 'event', value.replace(/^exchange:/, '').replace(':', '_')) : value

/** What is worth a line in a plan. */
const SHOWN = new Set([
  'foreign',
  'rate',
  'tax',
  'total',
  'bank',
  'contract',
  'state',
  'percent',
  'valid_from',
])

export const planWords = (t: Translate, language: Language): PlanWords => ({
  field: (name) => (SHOWN.has(name) ? t(`exchange.plan.${name}`) : null),
  value: (field, value) => {
    if (value === null) return '—'
    if (typeof value === 'object') return formatMoney(value, language)
    if (field === 'state') return wordOf(t, 'closing_state', String(value))
    return field === 'rate' || field === 'percent' ? formatDecimal(String(value), language) : String(value)
  },
})
