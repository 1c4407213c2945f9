import { defineVersions } from '../../rules/versionList'
import { rulesPath } from './rules'

/** The versions of the rules that send charges to processors. */
export const RULES = defineVersions({ name: 'payin.rules', path: '/v1/payin/rules', hrefOf: rulesPath })
