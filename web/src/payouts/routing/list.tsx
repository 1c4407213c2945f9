import { RULES } from '../rules/list'
import { ROUTES_PATH, type RoutesRow } from './routing'

/** The versions of the routes, the newest first: they have the columns of every version of rules. */
export const ROUTES: typeof RULES = {
  ...RULES,
  name: 'payouts.routes',
  path: '/v1/payouts/routes',
  facets: '/v1/payouts/routes/facets',
  views: 'payouts.routes',
  href: ({ id }: Pick<RoutesRow, 'id'>) => `${ROUTES_PATH}/${id}`,
}
