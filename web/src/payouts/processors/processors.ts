import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import { PROCESSOR_STATUSES } from '../../payin/processors/processors'

/** Where the processors that pay are, and who may do what there. */

export type PayingRow = Answer<'/v1/payouts/processors', 'get'>[number]
export type PayingProcessor = components['schemas']['PayoutProcessorRecord']
export type MailboxRecord = components['schemas']['MailboxRecord']
export type PayoutMailbox = components['schemas']['PayoutMailbox']

export const PAYING_PATH = '/dashboard/payouts/processors/list'
export const payingPath = (id: string) => `/dashboard/payouts/processors/${id}`

/** One that is switched off is drained: it gets no new orders, and those it has go on. */
export const PAYING_STATUSES = PROCESSOR_STATUSES.map(({ value, tone }) => ({
  value,
  tone,
  label: `payoutFiles.processors.status.${value}`,
}))

export const SEE_PAYING = ['payout::processors:read']
export const MAY_PAYING = ['payout::processors:write']
