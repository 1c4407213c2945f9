import type { components } from '../../app/api-types'

/** Where the rules for payments are, who may do what there, and what a version is. */

type Schemas = components['schemas']

export type Rules = Schemas['PayoutRulesRecord']
export type Group = Schemas['PayoutRuleGroup']
export type Backtest = Schemas['PayoutBacktest']

export const RULES_PATH = '/dashboard/payouts/settings/rules'
export const rulesPath = (id: string) => `${RULES_PATH}/${id}`

export const SEE_RULES = ['payout::settings:read']
export const MAY_RULES = ['payout::rule:write']

export const ACTIONS = ['allow', 'warn', 'route', 'second_person', 'hold', 'refuse'] as const

export const EMPTY_GROUP: Group = { name: '', condition: '', action: 'hold', minutes: 30, processor: null }
