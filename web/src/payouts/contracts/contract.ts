import type { Answer } from '../../app/api'
import { type Language, type Translate, wordsOf } from '../../app/i18n'
import { formatDay, formatMoney, formatShare } from '../../kit/format'
import type { Status } from '../../kit/list/definition'

/** What a merchant's contract is beside what is in use, as the server tells it. */

export type FieldRow = Answer<'/v1/payouts/merchant-contracts', 'get'>[number]
export type Contract = Answer<'/v1/payouts/merchant-contracts/{id}', 'get'>
export type ContractField = Contract['fields'][number]

export const CONTRACTS_PATH = '/dashboard/payouts/merchant-contract-dq/list'
export const contractPath = (company: number | string) => `/dashboard/payouts/merchant-contract-dq/${company}`

export const MAY_WRITE = ['payout::merchantContracts:write']

const TONES = {
  equal: 'success',
  differs: 'error',
  missing: 'awaiting',
  expired: 'atention',
  accepted: 'info',
} as const
export const STATES: readonly Status[] = Object.entries(TONES).map(([value, tone]) => ({
  value,
  tone,
  label: `payoutRegisters.contract_state.${value}`,
}))
const WEIGHTS = { high: 'error', medium: 'atention', low: 'neutral' } as const
export const SEVERITIES: readonly Status[] = Object.entries(WEIGHTS).map(([value, tone]) => ({
  value,
  tone,
  label: `payoutRegisters.severity.${value}`,
}))

export const wordOf = wordsOf('payoutRegisters')

export const FIELDS = [
  'legal_name',
  'activity',
  'partners',
  'products',
  'contract',
  'kyc',
  'payin_fee',
  'payout_fee',
  'most_once',
  'most_day',
  'most_night',
] as const

/** An amount, or all of a fee: "150 BRL + 0.50% min 50 max 500 steps". */
const AMOUNT =
  /^(?<fee>\d+) (?<currency>[A-Z]{3})(?: \+ (?<share>[\d.]+)%)?(?: min (?<least>\d+))?(?: max (?<top>\d+))?(?<steps> steps)?$/

function feeOf(t: Translate, language: Language, parts: Record<string, string | undefined>): string {
  const { fee = '', currency = '', share, least, top, steps } = parts
  const money = (minor: string) => formatMoney({ amount: Number(minor), currency }, language)
  const part = share && t('payoutRegisters.contract_fee.share', { share: formatShare(share, language) })
  return [
    part ? (Number(fee) ? `${money(fee)} + ${part}` : part) : money(fee),
    least && t('payoutRegisters.contract_fee.least', { amount: money(least) }),
    top && t('payoutRegisters.contract_fee.top', { amount: money(top) }),
    steps && t('payoutRegisters.contract_fee.steps'),
  ]
    .filter(Boolean)
    .join(', ')
}

/** A value as it is kept ("150 BRL", "0.99", "2026-12-31", or text) in the words of a person. */
export function valueOf(
  t: Translate,
  language: Language,
  field: string,
  value: string | null | undefined,
): string {
  if (!value) return '—'
  const amount = AMOUNT.exec(value)?.groups
  if (amount) return feeOf(t, language, amount)
  if (field === 'payin_fee') return formatShare(value, language)
  if (field === 'kyc') return formatDay(value, language)
  if (field === 'products') {
    return value
      .split(', ')
      .map((each) => wordOf(t, 'product', each))
      .join(', ')
  }
  return value
}
