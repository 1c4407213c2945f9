import type { Answer } from '../../app/api'
import { wordsOf } from '../../app/i18n'
import type { Status } from '../../kit/list/definition'

/** What came back of payments, and what is asked back. */

export type ReturnRow = Answer<'/v1/payouts/returns', 'get'>[number]
export type ClaimRow = Answer<'/v1/payouts/claims', 'get'>[number]
export type Returned = Answer<'/v1/payouts/returns/{id}', 'get'>

export const RETURNS_PATH = '/dashboard/payouts/refunds/list'
export const CLAIMED_PATH = '/dashboard/payouts/refunds/claims'
export const returnPath = (id: string) => `/dashboard/payouts/refunds/${id}`

export const wordOf = wordsOf('payoutRefunds')

export const CLAIM_STATUSES: readonly Status[] = (
  [
    ['created', 'awaiting'],
    ['reported', 'awaiting'],
    ['asked', 'info'],
    ['returned', 'success'],
    ['partly_returned', 'atention'],
    ['refused', 'error'],
    ['cancelled', 'neutral'],
  ] as const
).map(([value, tone]) => ({ value, tone, label: `claims.status.${value}` }))
