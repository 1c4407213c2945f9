import type { components } from '../../app/api-types'

/** Where the routes of payouts are, who may do what there, and what a version is. */

type Schemas = components['schemas']

export type Routes = Schemas['PayoutRoutesRecord']
export type Group = Schemas['RouteGroup']
export type Choice = Schemas['RouteChoice']
export type Simulation = Schemas['PayoutSimulation']

export const ROUTES_PATH = '/dashboard/payouts/processors/routes'
export const routesPath = (id: string) => `${ROUTES_PATH}/${id}`

export const MAY_ROUTE = ['payout::rule:write']

export const EMPTY_CHOICE: Choice = { processor: '', priority: 1, weight: 1 }
export const EMPTY_GROUP: Group = { name: '', condition: '', choices: [EMPTY_CHOICE] }
