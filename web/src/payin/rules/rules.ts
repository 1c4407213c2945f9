import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import type { Status } from '../../kit/list/definition'

/** Where the rules are, who may do what there, and what a version is. */

type Schemas = components['schemas']

export type RulesRow = Answer<'/v1/payin/rules', 'get'>[number]
export type Rules = Schemas['RulesRecord']
export type Group = Schemas['RuleGroup']
export type Problem = Schemas['GroupProblem']
export type Simulated = Schemas['SimulatedRules']

export const RULES_PATH = '/dashboard/payin/rules/groups'
export const rulesPath = (id: string) => `/dashboard/payin/rules/${id}`

export const SEE_RULES = ['payin::rule:read']
export const MAY_RULES = ['payin::rule:write']

export const ACTIONS = ['share', 'block', 'review'] as const

export const RULES_STATUSES: readonly Status[] = [
  { value: 'active', tone: 'success', label: 'pixRules.status.active' },
  { value: 'approved', tone: 'info', label: 'pixRules.status.approved' },
  { value: 'draft', tone: 'awaiting', label: 'pixRules.status.draft' },
  { value: 'retired', tone: 'neutral', label: 'pixRules.status.retired' },
  { value: 'discarded', tone: 'neutral', label: 'pixRules.status.discarded' },
]

export const EMPTY_GROUP: Group = { name: '', condition: '', action: 'share', shares: [], reason: null }
