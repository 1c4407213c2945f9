import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import type { CheckoutKey } from '../sdk'

/** The merchant's publishable key. */
export function useKey(): UseQueryResult<CheckoutKey> {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  return useQuery({
    queryKey: ['sdk', 'key', account],
    queryFn: ({ signal }) => body(api.GET('/v1/payin/checkout-key', { signal })),
  })
}
