import { defineVersions } from '../../rules/versionList'
import { routesPath } from './routing'

/** The versions of the routes. */
export const ROUTES = defineVersions({
  name: 'payouts.routes',
  path: '/v1/payouts/routes',
  hrefOf: routesPath,
})
