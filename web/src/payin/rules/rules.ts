import type { components } from '../../app/api-types'

/** Where the rules are, who may do what there, and what a version is. */

type Schemas = components['schemas']

export type Rules = Schemas['RulesRecord']
export type Group = Schemas['RuleGroup']
export type Tried = Schemas['Tried']
/** The charge that groups are tried with. */
export type TriedCharge = Omit<Schemas['TryInput'], 'groups'>
export type Simulated = Schemas['SimulatedRules']

export const RULES_PATH = '/dashboard/payin/rules/groups'
export const rulesPath = (id: string) => `/dashboard/payin/rules/${id}`

export const SEE_RULES = ['payin::rule:read']
export const MAY_RULES = ['payin::rule:write']

export const ACTIONS = ['share', 'block', 'review'] as const

export const EMPTY_GROUP: Group = { name: '', condition: '', action: 'share', shares: [], reason: null }
