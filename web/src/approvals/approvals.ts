import type { Answer } from '../app/api'
import type { components } from '../app/api-types'
import { wordsOf } from '../app/i18n'
import type { Status } from '../kit/list/definition'

/** Where these screens are, who may do what there, and the words of what the server names. */

type Schemas = components['schemas']

export type ApprovalRow = Answer<'/v1/approvals', 'get'>[number]
export type Approval = Schemas['ApprovalRecord']
export type Decided = Schemas['Decided']
export type PolicyRow = Answer<'/v1/approval-policies', 'get'>[number]
export type PolicyInput = Schemas['PolicyInput']
export type SimulationFound = Schemas['Simulation']
export type SmallestGroupFound = Schemas['SmallestGroup']

export const APPROVALS_PATH = '/dashboard/settings/double-approval'
export const POLICIES_PATH = `${APPROVALS_PATH}/policies`
export const approvalPath = (id: string) => `${APPROVALS_PATH}/${id}`

export const SEE_REQUESTS = ['approvals::requests:read', 'approvals::requests:decide']
export const MAY_DECIDE = ['approvals::requests:decide']
export const SEE_POLICIES = ['approvals::policies:read']
export const MAY_POLICIES = ['approvals::policies:write']

export const APPROVAL_STATUSES: readonly Status[] = [
  { value: 'awaiting', tone: 'awaiting', label: 'approvals.status.awaiting' },
  { value: 'executed', tone: 'success', label: 'approvals.status.executed' },
  { value: 'rejected', tone: 'error', label: 'approvals.status.rejected' },
  { value: 'cancelled', tone: 'neutral', label: 'approvals.status.cancelled' },
  { value: 'expired', tone: 'neutral', label: 'approvals.status.expired' },
  { value: 'failed', tone: 'error', label: 'approvals.status.failed' },
]

/** The words of what the server names. */
export const wordOf = wordsOf('approvals')
