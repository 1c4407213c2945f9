import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import { type Company, setCompanies, settings } from '../../app/state'
import { useStore } from '../../app/store'
import { access, type Module, type RoleRow } from '../contract'

/** As many roles as one page of the list gives: more than a company has any use for. */
const ALL_ROLES = { per_page: '200', order_by: 'name', sort: 'asc' }

/** Every role that may be given. */
export function useRoles(enabled = true): UseQueryResult<RoleRow[]> {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  return useQuery({
    queryKey: ['access', 'roles', account],
    queryFn: ({ signal }) => body(access.GET('/rbac/roles', { params: { query: ALL_ROLES }, signal })),
    enabled,
  })
}

/** Every permission there is, by module. */
export function useModules(): UseQueryResult<Module[]> {
  return useQuery({
    queryKey: ['access', 'permissions'],
    queryFn: ({ signal }) => body(access.GET('/rbac/permissions', { signal })),
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
