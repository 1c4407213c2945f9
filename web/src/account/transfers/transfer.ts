import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import { type Language, type Translate, wordsOf } from '../../app/i18n'
import type { PlanWords } from '../../kit/command/plan'
import { formatMoney, formatTime } from '../../kit/format'
import type { Status } from '../../kit/list/definition'

/** What a withdrawal is, as the server tells it, and what can be said of it and of the bank accounts it goes to. */

export type TransferRow = Answer<'/v1/account/withdrawals', 'get'>[number]
export type Transfer = components['schemas']['Transfer']
export type TransferRecord = Answer<'/v1/account/withdrawals/{id}', 'get'>
export type Order = TransferRecord['orders'][number]

export const TRANSFERS_PATH = '/dashboard/account/transfers/list'
export const transferPath = (id: string) => `/dashboard/account/transfers/${id}`

export const MAY_WITHDRAW = ['payin::withdrawals:write']
/** Who sees payments to others, which stand in the same books as withdrawals. */
export const SEE_PAYMENTS = ['payout::payment:read']

export const TRANSFER_STATUSES: readonly Status[] = [
  { value: 'created', tone: 'info', label: 'transfers.status.created' },
  { value: 'pending', tone: 'awaiting', label: 'transfers.status.pending' },
  { value: 'in_bank_processing', tone: 'awaiting', label: 'transfers.status.in_bank_processing' },
  { value: 'blocked', tone: 'atention', label: 'transfers.status.blocked' },
  { value: 'done', tone: 'success', label: 'transfers.status.done' },
  { value: 'failed', tone: 'error', label: 'transfers.status.failed' },
  { value: 'cancelled', tone: 'neutral', label: 'transfers.status.cancelled' },
]

/** What is shown of one that was carried out and came back; the server keeps that as a sum. */
const CAME_BACK: readonly Status[] = [
  { value: 'returned', tone: 'atention', label: 'transfers.status.returned' },
  { value: 'partly_returned', tone: 'atention', label: 'transfers.status.partly_returned' },
]
export const SHOWN_STATUSES: readonly Status[] = [...TRANSFER_STATUSES, ...CAME_BACK]

/** The state that a person reads: of one that was carried out also whether it came back, whole or in part. */
export function shownStatus({ status, returned, amount }: Pick<Transfer, 'status' | 'returned' | 'amount'>) {
  if (status !== 'done' || returned.amount === 0) return status
  return returned.amount === amount.amount ? 'returned' : 'partly_returned'
}

export const ORDER_STATUSES: readonly Status[] = [
  { value: 'sending', tone: 'awaiting', label: 'transfers.order_status.sending' },
  { value: 'processing', tone: 'awaiting', label: 'transfers.order_status.processing' },
  { value: 'done', tone: 'success', label: 'transfers.order_status.done' },
  { value: 'refused', tone: 'error', label: 'transfers.order_status.refused' },
]

export const isMoving = ({ status }: Pick<Transfer, 'status'>) =>
  status === 'pending' || status === 'in_bank_processing'

export const isCancellable = ({ status }: Pick<Transfer, 'status'>) =>
  status === 'created' || status === 'pending' || status === 'blocked'

/** The words of what the server names. */
export const wordOf = wordsOf('transfers')

/** Of a withdrawal or a bank account, what is worth a line in a plan. */
const SHOWN = new Set(['status', 'is_default', 'ended_at'])

export function planWords(t: Translate, language: Language, states: 'status' | 'account_status'): PlanWords {
  return {
    field: (name) => (SHOWN.has(name) ? t(`transfers.column.${name}`) : null),
    value: (field, value) => {
      if (value === null) return '—'
      if (typeof value === 'object') return formatMoney(value, language)
      if (typeof value === 'boolean') return t(value ? 'transfers.yes' : 'transfers.no')
      const text = String(value)
      if (field === 'status') return wordOf(t, states, text)
      return field === 'ended_at' ? formatTime(text, language) : text
    },
  }
}
