import type { Answer } from '../../app/api'
import { wordsOf } from '../../app/i18n'
import type { Status } from '../../kit/list/definition'

/** What a merchant asks back of a Pix it sent (MED, as the payer's side), as the server tells it. */

export type ClaimRow = Answer<'/v1/account/disputes', 'get'>[number]
export type ClaimRecord = Answer<'/v1/account/disputes/{id}', 'get'>

export const CLAIMS_PATH = '/dashboard/payin/med/sent'
export const claimPath = (id: string) => `${CLAIMS_PATH}/${id}`

export const CLAIM_STATUSES: readonly Status[] = [
  { value: 'created', tone: 'neutral', label: 'claims.status.created' },
  { value: 'reported', tone: 'awaiting', label: 'claims.status.reported' },
  { value: 'asked', tone: 'awaiting', label: 'claims.status.asked' },
  { value: 'returned', tone: 'success', label: 'claims.status.returned' },
  { value: 'partly_returned', tone: 'info', label: 'claims.status.partly_returned' },
  { value: 'refused', tone: 'error', label: 'claims.status.refused' },
  { value: 'cancelled', tone: 'neutral', label: 'claims.status.cancelled' },
]
/** Something is still waited for. */
export const isOpen = ({ ended_at }: Pick<ClaimRecord, 'ended_at'>) => ended_at === null

export const REASONS = [
  { value: 'fraud', label: 'claims.reason.fraud' },
  { value: 'operational_flaw', label: 'claims.reason.operational_flaw' },
]

/** The words of what the server names. */
export const wordOf = wordsOf('claims')
