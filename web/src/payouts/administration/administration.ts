import { useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import type { components } from '../../app/api-types'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'

export type Administration = components['schemas']['PayoutAdministration']
export type Tile = Administration['tiles'][number]

const LIST = '/dashboard/payouts/payments/list'
/** Milliseconds between looks. */
const EVERY = 15_000

/** The list behind a tile: exactly the payments that it counts, or the rows of the list at `to`, which has no period. */
export const tilePath = ({ filter }: Tile, to?: string): { to: string; search: Record<string, string> } =>
  to === undefined ? { to: LIST, search: { ...filter, period: 'all' } } : { to, search: filter }

/** Payouts as they are now; looked at again by itself. */
export function useAdministration() {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  return useQuery({
    queryKey: ['payouts', 'administration', account],
    queryFn: ({ signal }) => body(api.GET('/v1/payouts/administration', { signal })),
    refetchInterval: EVERY,
  })
}
