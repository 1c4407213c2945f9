import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import { type Language, type Translate, wordsOf } from '../../app/i18n'
import type { PlanWords } from '../../kit/command/plan'
import { formatDay, formatMoney, formatTime } from '../../kit/format'
import type { Status } from '../../kit/list/definition'

/** What a payment is, as the server tells it, and what can be said of it. */

export type PaymentRow = Answer<'/v1/payouts/payments', 'get'>[number]
export type HoldRow = Answer<'/v1/payouts/holds', 'get'>[number]
export type Payment = components['schemas']['PayoutPayment']
export type PaymentRecord = Answer<'/v1/payouts/payments/{id}', 'get'>

export const PAYMENTS_PATH = '/dashboard/payouts/payments/list'
export const HOLDS_PATH = '/dashboard/payouts/payments/holds'
export const paymentPath = (id: string) => `/dashboard/payouts/payments/${id}`

export const MAY_PAY = ['payout::payment:write']
export const MAY_AGREE = ['payout::payment:approve']
export const MAY_DECIDE = ['payout::hold:decide']

const TONES = {
  created: 'info',
  queued: 'awaiting',
  on_hold: 'atention',
  pending: 'awaiting',
  in_bank_processing: 'awaiting',
  uncertain: 'atention',
  blocked: 'atention',
  done: 'success',
  partly_returned: 'atention',
  returned: 'atention',
  failed: 'error',
  cancelled: 'neutral',
  rejected: 'error',
} as const

export const PAYMENT_STATUSES: readonly Status[] = Object.entries(TONES).map(([value, tone]) => ({
  value,
  tone,
  label: `payoutPayments.status.${value}`,
}))

const MOVING = new Set(['pending', 'in_bank_processing', 'uncertain', 'queued', 'on_hold'])
const CANCELLABLE = new Set(['created', 'queued', 'on_hold', 'pending', 'blocked'])

export const isMoving = ({ status }: Pick<Payment, 'status'>) => MOVING.has(status)
export const isCancellable = ({ status }: Pick<Payment, 'status'>) => CANCELLABLE.has(status)
/** Whether the bank has an order of it that is not over. */
export const isAtBank = ({ status }: Pick<Payment, 'status'>) =>
  status === 'in_bank_processing' || status === 'uncertain'
export const isHoldable = ({ status }: Pick<Payment, 'status'>) =>
  status === 'created' || status === 'pending'
/** Whether it may be told to leave at once; the day of a line was approved with its batch. */
export const isSendable = ({ status, batch_id }: Pick<Payment, 'status' | 'batch_id'>) =>
  status === 'queued' || status === 'pending' || (status === 'created' && batch_id === null)
export const isMovable = ({ status, batch_id }: Pick<Payment, 'status' | 'batch_id'>) =>
  status === 'created' && batch_id === null
/** Whether it may be paid again. A row of a list has no cases: the server refuses one whose case is open. */
export const isRepeatable = ({
  status,
  replaced_by,
  cases = [],
}: Pick<PaymentRecord, 'status' | 'replaced_by'> & Partial<Pick<PaymentRecord, 'cases'>>) =>
  (status === 'failed' || status === 'returned') &&
  replaced_by === null &&
  cases.every((each) => each.status === 'settled')

/** Whether it was carried out, whatever came back of it. */
export const hasReceipt = (status: string | null) =>
  status === 'done' || status === 'partly_returned' || status === 'returned'

/** Which of those that wait for money leaves first. */
export const PRIORITIES = ['high', 'normal', 'low'] as const

/** Why a payment is on hold. */
export const HOLD_REASONS = [
  'second_person',
  'rule',
  'risk',
  'suspect',
  'owner_changed',
  'under_review',
  'compliance',
  'cooling_off',
].map((value) => ({ value, label: `payoutPayments.hold_reason.${value}` }))

/** The words of what the server names. */
export const wordOf = wordsOf('payoutPayments')

/** Of a payment, what is worth a line in a plan. */
const SHOWN = new Set(['status', 'ended_at', 'hold_until', 'hold_reason'])

export function planWords(t: Translate, language: Language, more?: string): PlanWords {
  return {
    field: (name) => (SHOWN.has(name) || name === more ? t(`payoutPayments.column.${name}`) : null),
    value: (field, value) => {
      if (value === null) return '—'
      if (typeof value === 'object') return formatMoney(value, language)
      const text = String(value)
      if (field === 'status') return wordOf(t, 'status', text)
      if (field === 'hold_reason') return wordOf(t, 'hold_reason', text)
      if (field === 'scheduled_for') return formatDay(text, language)
      return field === 'ended_at' || field === 'hold_until' ? formatTime(text, language) : text
    },
  }
}
