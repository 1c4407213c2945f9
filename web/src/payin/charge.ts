import type { Answer } from '../app/api'
import type { components } from '../app/api-types'
import { wordsOf } from '../app/i18n'
import type { Status } from '../kit/list/definition'

/** What a charge is, as the server tells it, and what can be said of it. */

export type ChargeRow = Answer<'/v1/payin/charges', 'get'>[number]
export type Charge = components['schemas']['Charge']
export type ChargeRecord = Answer<'/v1/payin/charges/{id}', 'get'>
export type Refund = components['schemas']['Refund']
export type ReviewRow = Answer<'/v1/payin/reviews', 'get'>[number]

export const LIST_PATH = '/dashboard/payin/payments/list'
export const REVIEWS_PATH = '/dashboard/payin/payments/reviews'
export const CODES_PATH = '/dashboard/payin/payments/codes'
export const BATCHES_PATH = '/dashboard/payin/payments/batches'
export const LOCATIONS_PATH = '/dashboard/payin/payments/locations'
export const MED_PATH = '/dashboard/payin/med/list'
export const casePath = (id: string) => `/dashboard/payin/med/${id}`
export const recordPath = (id: string) => `/dashboard/payin/payments/${id}`

export const MAY_CHARGE = ['payin::charge:write']
export const MAY_REFUND = ['payin::refund:write']
export const MAY_REVIEW = ['payin::review:write']

/** What can be asked for; a charge of a static code makes itself when it is paid. */
export type AskedKind = 'immediate' | 'due'

export const KINDS = [
  { value: 'immediate', label: 'payin.kind.immediate' },
  { value: 'due', label: 'payin.kind.due' },
  { value: 'static', label: 'payin.kind.static' },
] as const

export const REFUND_STATUSES: readonly Status[] = [
  { value: 'requested', tone: 'awaiting', label: 'payin.refund_status.requested' },
  { value: 'processing', tone: 'awaiting', label: 'payin.refund_status.processing' },
  { value: 'settled', tone: 'info', label: 'payin.refund_status.settled' },
  { value: 'failed', tone: 'error', label: 'payin.refund_status.failed' },
]

/** Why a payment waits for somebody's decision. */
export const REVIEW_REASONS = [
  { value: 'unknown_charge', label: 'payin.review_reason.unknown_charge' },
  { value: 'amount_differs', label: 'payin.review_reason.amount_differs' },
  { value: 'duplicate', label: 'payin.review_reason.duplicate' },
  { value: 'late', label: 'payin.review_reason.late' },
  { value: 'account_blocked', label: 'payin.review_reason.account_blocked' },
  { value: 'rule', label: 'payin.review_reason.rule' },
]

export const isOpen = ({ status }: Pick<Charge, 'status'>) => status === 'created' || status === 'pending'

/** Whether money of it can go back, and whether it can be sent to the provider once more. */
export const isRefundable = ({ status }: Pick<Charge, 'status'>) =>
  status === 'paid' || status === 'partially_refunded'
export const hasFailed = ({ status }: Pick<Charge, 'status'>) => status === 'failed'

/** Whether something about the charge is on its way, so that its page should ask again. */
export function isMoving(charge: ChargeRecord): boolean {
  return (
    isOpen(charge) ||
    charge.refund_requests.length > 0 ||
    charge.refunds.some(({ status }) => status === 'requested' || status === 'processing')
  )
}

/** The words of what the server names. */
export const wordOf = wordsOf('payin')
