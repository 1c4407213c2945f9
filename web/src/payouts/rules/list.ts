import { defineVersions } from '../../rules/versionList'
import { rulesPath } from './rules'

/** The versions of the rules for payments. */
export const RULES = defineVersions({ name: 'payouts.rules', path: '/v1/payouts/rules', hrefOf: rulesPath })
