import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import { type Company, setCompanies, settings } from '../../app/state'
import { useStore } from '../../app/store'
import type { Module, RoleRow } from '../contract'

/** As many roles as one page of the list gives: more than a company has any use for. */
const ALL_ROLES = { per_page: 200, order_by: 'name', sort: 'asc' } as const

/** Every role that may be given. */
export function useRoles(enabled = true): UseQueryResult<RoleRow[]> {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  return useQuery({
    queryKey: ['access', 'roles', account],
    queryFn: async ({ signal }) =>
      // The contract's type of a list leaves open whether its columns may be null.
      (await body(api.GET('/rbac/roles', { params: { query: ALL_ROLES }, signal }))) as RoleRow[],
    enabled,
  })
}

/** Every permission there is, by module. */
export function useModules(): UseQueryResult<Module[]> {
  return useQuery({
    queryKey: ['access', 'permissions'],
    queryFn: ({ signal }) => body(api.GET('/rbac/permissions', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The companies that the person may see; the same query as where a merchant is chosen. */
export function useCompanies(): UseQueryResult<Company[]> {
  return useQuery({
    queryKey: ['companies'],
    queryFn: async ({ signal }) => {
      const companies = await body(api.GET('/rbac/companies', { signal }))
      setCompanies(companies)
      return companies
    },
  })
}
