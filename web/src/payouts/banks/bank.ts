import type { Answer } from '../../app/api'
import { type Language, wordsOf } from '../../app/i18n'
import { formatPercent } from '../../kit/format'
import type { Status } from '../../kit/list/definition'

/** What a bank is, as the server tells it. */

export type BankRow = Answer<'/v1/payouts/banks', 'get'>[number]
export type Bank = Answer<'/v1/payouts/banks/{id}', 'get'>
export type ListRevision = Answer<'/v1/payouts/bank-list/preview', 'post'>

export const BANKS_PATH = '/dashboard/payouts/banks/list'
export const bankPath = (ispb: string) => `/dashboard/payouts/banks/${ispb}`

export const MAY_WRITE = ['payout::banks:write']

export const STATES: readonly Status[] = [
  { value: 'up', tone: 'success', label: 'payoutBanks.state.up' },
  { value: 'degraded', tone: 'atention', label: 'payoutBanks.state.degraded' },
  { value: 'down', tone: 'error', label: 'payoutBanks.state.down' },
  { value: 'few_data', tone: 'neutral', label: 'payoutBanks.state.few_data' },
]

export const wordOf = wordsOf('payoutBanks')

export const DIGIT_RULES = ['none', 'banco_do_brasil', 'bradesco', 'caixa', 'itau', 'santander'] as const

/** 1,234 ms → 1.2 s */
export function seconds(ms: number | null | undefined, language: string): string {
  if (ms === null || ms === undefined) return '—'
  const [number, unit] = ms < 1000 ? [ms, 'millisecond'] : [ms / 1000, 'second']
  return new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : 'en', {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(number)
}

/** Of so many, those in percent with one place; a dash of none. */
export function percentOf(part: number, whole: number, language: Language): string {
  if (!whole) return '—'
  return formatPercent(String((part / whole) * 100), language)
}
