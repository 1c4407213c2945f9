import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, body } from './api'
import type { User } from './state'
import { displayName } from './user'

/** What `rbac/me` does not tell of the person. */
export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => body(api.GET('/rbac/profile', { signal })),
  staleTime: Number.POSITIVE_INFINITY,
})

/** The person's name; what can be told from their address until it is there. */
export function useOwnName(user: User): string {
  const { data } = useQuery(profileQuery)
  return data?.name || displayName(user)
}
