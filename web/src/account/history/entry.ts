import type { Answer } from '../../app/api'
import { type Language, type Translate, wordsOf } from '../../app/i18n'
import type { PlanWords } from '../../kit/command/plan'
import { formatAmount, formatMoney, type Money } from '../../kit/format'
import { ledgerAccount } from '../../kit/ledgerAccount'

/** Where the statement is, and the words of what the server names in it. */

export type EntryRow = Answer<'/v1/account/transactions', 'get'>[number]
export type Transaction = Answer<'/v1/account/transactions/{id}', 'get'>
export type Comparison = Answer<'/v1/account/statement/compare', 'get'>

const BASE = '/dashboard/account/transactions-history'
export const HISTORY_PATH = `${BASE}/list`
export const AS_KNOWN_PATH = `${BASE}/as-known`
export const transactionPath = (id: string) => `${BASE}/${id}`

/** The accounts of a merchant. */
export const ACCOUNTS = [
  { value: 'available', label: 'kit.ledger_account.available' },
  { value: 'in_review', label: 'kit.ledger_account.in_review' },
]

export const DIRECTIONS = [
  { value: 'credit', label: 'account.direction.credit' },
  { value: 'debit', label: 'account.direction.debit' },
]

/** Between two of the merchant's own accounts. */
export const MOVE = 'accounts.move'

export const KINDS = [
  { value: 'payin.payment', label: 'account.kind.payin_payment' },
  { value: 'payin.boleto', label: 'account.kind.payin_boleto' },
  { value: 'payin.in_review', label: 'account.kind.payin_in_review' },
  { value: 'payin.accepted', label: 'account.kind.payin_accepted' },
  { value: 'payin.refund', label: 'account.kind.payin_refund' },
  { value: 'deposit.credited', label: 'account.kind.deposit_credited' },
  { value: 'deposit.given_back', label: 'account.kind.deposit_given_back' },
  { value: 'payouts.payout', label: 'account.kind.payouts_payout' },
  { value: 'payouts.returned', label: 'account.kind.payouts_returned' },
  { value: 'payouts.fee_returned', label: 'account.kind.payouts_fee_returned' },
  { value: 'payouts.case_settled', label: 'account.kind.payouts_case_settled' },
  { value: 'account.claim_returned', label: 'account.kind.account_claim_returned' },
  { value: 'account.note', label: 'account.kind.account_note' },
  { value: 'account.reversal', label: 'account.kind.account_reversal' },
  { value: 'exchange.booked', label: 'account.kind.exchange_booked' },
  { value: 'exchange.returned', label: 'account.kind.exchange_returned' },
  { value: 'account.restricted', label: 'account.kind.account_restricted' },
  { value: MOVE, label: 'account.kind.accounts_move' },
]

/** The words of what the server names. */
export const wordOf = wordsOf('account')

/** Payouts to an account of the merchant's own are withdrawals; what leaves otherwise is a payment. */
const WITHDRAWN = new Set<string | null | undefined>(['withdrawal', 'schedule', 'recipient'])

/** What a transaction is called; of what left or came back, by why it left. */
export function kindWord(
  t: Translate,
  { kind, payout_origin }: { kind: string; payout_origin?: string | null },
): string {
  return wordOf(t, 'kind', WITHDRAWN.has(payout_origin) ? kind.replace(/^payouts\./, 'withdrawal.') : kind)
}

/** Where it comes from; a withdrawal has its own page, other payouts are seen there as well. */
export function originWord(
  t: Translate,
  { origin, payout_origin }: { origin: string; payout_origin?: string | null },
): string {
  return payout_origin ? wordOf(t, 'payout_origin', payout_origin) : wordOf(t, 'origin', origin)
}

/** What stands in it; of a move from where to where, and the main account in the words of the page. */
export function descriptionOf(
  t: Translate,
  { kind, description }: { kind?: string; description?: string | null },
): string | null {
  if (kind !== MOVE || !description) return description ?? null
  return description
    .split(' → ')
    .map((name) => (name === 'available' ? ledgerAccount(t, name) : name))
    .join(' → ')
}

/** What reverting changes. */
export function planWords(t: Translate): PlanWords {
  return {
    field: () => t('account.record.reverted'),
    value: (_, value) => t(value ? 'account.yes' : 'account.no'),
  }
}

/** An amount with its sign, so that what came and what went differ in more than their colour: "+1,249.90", "−12.00". */
export function signed(money: Money, language: Language): string {
  const text = formatAmount({ ...money, amount: Math.abs(money.amount) }, language)
  return money.amount < 0 ? `−${text}` : `+${text}`
}

/** With its currency: "+R$9.00", "−R$40.00". */
export const signedMoney = (money: Money, language: Language): string =>
  (money.amount < 0 ? '' : '+') + formatMoney(money, language)

/** Under a heading that names a currency; another one is told with the amount. */
export const signedUnder = (money: Money, currency: string, language: Language): string =>
  money.currency === currency ? signed(money, language) : signedMoney(money, language)

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Where the thing that a transaction is about has its page; null when it has none. */
export function originPath(origin: string, id: string): string | null {
  if (!UUID.test(id)) return null
  switch (origin) {
    case 'charge':
    case 'refund':
      return `/dashboard/payin/payments/${id}`
    case 'deposit':
      return `/dashboard/account/deposits/${id}`
    case 'transfer':
      return `/dashboard/account/transfers/${id}`
    case 'note':
      return `/dashboard/account/merchant-notes/${id}`
    default:
      return null
  }
}
