import type { Answer } from '../app/api'
import type { Status } from '../kit/list/definition'

/** What every kind of rules that people agree on has in common: payin's rules, the rules of payments, the routes of payouts. */

/** A version as lists have it; all kinds have the same columns. */
export type VersionRow = Answer<'/v1/payin/rules', 'get'>[number]

/** A version as its page has it. */
export interface Version {
  id: string
  number: number
  name: string
  status: string
  revision: number
  may_approve: boolean
  written_by: string
  updated_at: string
  approved_by: string | null
  activated_by: string | null
  activated_at: string | null
}

export const VERSION_STATUSES: readonly Status[] = [
  { value: 'active', tone: 'success', label: 'pixRules.status.active' },
  { value: 'approved', tone: 'info', label: 'pixRules.status.approved' },
  { value: 'draft', tone: 'awaiting', label: 'pixRules.status.draft' },
  { value: 'retired', tone: 'neutral', label: 'pixRules.status.retired' },
  { value: 'discarded', tone: 'neutral', label: 'pixRules.status.discarded' },
]
