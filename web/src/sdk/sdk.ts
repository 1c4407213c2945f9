import type { Answer } from '../app/api'
import { type Translate, wordsOf } from '../app/i18n'
import type { Status } from '../kit/list/definition'

/** What programs of a merchant use, as the server tells it, and the words for it. */

export type EndpointRow = Answer<'/v1/payin/webhooks', 'get'>[number]
export type EndpointRecord = Answer<'/v1/payin/webhooks/{id}', 'get'>
/** What of an endpoint its Commands need. */
export type Steered = Pick<EndpointRecord, 'id' | 'url' | 'status' | 'events' | 'description'>
export type EndpointMade = Answer<'/v1/payin/webhooks', 'post'>
export type DeliveryRow = Answer<'/v1/payin/webhook-deliveries', 'get'>[number]
export type DeliveryRecord = Answer<'/v1/payin/webhook-deliveries/{id}', 'get'>
export type Delivery = EndpointRecord['deliveries'][number]
export type CheckoutKey = Answer<'/v1/payin/checkout-key', 'get'>

export const SDK_PATH = '/dashboard/payin/sdk-management'
export const WEBHOOKS_PATH = `${SDK_PATH}/webhooks`
export const DELIVERIES_PATH = `${SDK_PATH}/deliveries`
export const CHECKOUT_PATH = `${SDK_PATH}/checkout`
export const endpointPath = (id: string) => `${WEBHOOKS_PATH}/${id}`
export const deliveryPath = (id: string) => `${DELIVERIES_PATH}/${id}`

export const SEE_SDK = ['payin::sdk:view']
export const MAY_SDK = ['payin::sdk:manage']

/** What a merchant can be told of, in the order of its life. */
export const EVENTS = [
  'charge.created',
  'charge.pending',
  'charge.paid',
  'charge.expired',
  'charge.cancelled',
  'charge.failed',
  'charge.under_review',
  'refund.created',
  'refund.settled',
  'refund.failed',
  'withdrawal.created',
  'withdrawal.pending',
  'withdrawal.in_bank_processing',
  'withdrawal.done',
  'withdrawal.returned',
  'withdrawal.partly_returned',
  'withdrawal.failed',
  'withdrawal.cancelled',
  'withdrawal.blocked',
  'payout.created',
  'payout.queued',
  'payout.on_hold',
  'payout.done',
  'payout.failed',
  'payout.cancelled',
  'payout.rejected',
  'payout.returned',
  'payout.partly_returned',
  'payout_batch.planned',
  'payout_batch.unreadable',
  'payout_batch.authorised',
  'payout_batch.running',
  'payout_batch.paused',
  'payout_batch.done',
  'payout_batch.done_in_part',
  'payout_batch.cancelled',
  'payout_batch.expired',
  'payee.created',
  'payee.checked',
  'payee.owner_changed',
  'payee.blocked',
  'payee.unblocked',
  'deposit.credited',
  'recurrence.created',
  'recurrence.approved',
  'recurrence.rejected',
  'recurrence.expired',
  'recurrence.cancelled',
  'recurring_charge.created',
  'recurring_charge.active',
  'recurring_charge.paid',
  'recurring_charge.rejected',
  'recurring_charge.expired',
  'recurring_charge.cancelled',
  'med_case.opened',
  'med_case.agreed',
  'med_case.disagreed',
  'med_case.recovering',
  'med_case.returned',
  'med_case.partly_returned',
  'med_case.expired',
  'med_case.cancelled',
  'incident.announced',
] as const
export type EventType = (typeof EVENTS)[number]
export const THINGS = [
  'charge',
  'refund',
  'withdrawal',
  'payout',
  'payout_batch',
  'payee',
  'deposit',
  'recurrence',
  'recurring_charge',
  'med_case',
  'incident',
] as const

export const ENDPOINT_STATUSES: readonly Status[] = [
  { value: 'enabled', tone: 'success', label: 'sdk.endpoint_status.enabled' },
  { value: 'disabled', tone: 'neutral', label: 'sdk.endpoint_status.disabled' },
  { value: 'suspended', tone: 'error', label: 'sdk.endpoint_status.suspended' },
]

export const DELIVERY_STATUSES: readonly Status[] = [
  { value: 'waiting', tone: 'awaiting', label: 'sdk.delivery_status.waiting' },
  { value: 'delivered', tone: 'success', label: 'sdk.delivery_status.delivered' },
  { value: 'failed', tone: 'error', label: 'sdk.delivery_status.failed' },
  { value: 'held', tone: 'neutral', label: 'sdk.delivery_status.held' },
]

/** Where what an event tells of has its page; of a refund it is that of the charge, whose id the event does not tell. */
const PAGES: Readonly<Record<string, string>> = {
  charge: '/dashboard/payin/payments',
  withdrawal: '/dashboard/account/transfers',
  payout: '/dashboard/payouts/payments',
  payout_batch: '/dashboard/payouts/payments/batches',
  payee: '/dashboard/payouts/data-qualification/individual',
  deposit: '/dashboard/account/deposits',
  recurrence: '/dashboard/payin/payments/list-subscription',
  recurring_charge: '/dashboard/pix/automatic-pix/schedules-list',
  med_case: '/dashboard/payin/med',
}

export function subjectPath(type: string, id: string): string | null {
  const page = PAGES[type.slice(0, type.indexOf('.'))]
  return page ? `${page}/${id}` : null
}

/** The words of what the server names. */
export const wordOf = wordsOf('sdk')

export const eventWord = (t: Translate, type: string) => wordOf(t, 'event', type.replace('.', '_'))

interface Last {
  last_status: number | null
  last_error: string | null
  attempts: number | null
}

/** "200", "No answer within 10 seconds", or that nobody has tried yet. */
export function outcomeOf(t: Translate, { last_status, last_error, attempts }: Last): string {
  if (last_error) return wordOf(t, 'error', last_error)
  if (last_status) return t('sdk.answered', { status: last_status })
  return attempts ? '—' : t('sdk.not_tried')
}
