import { useQuery } from '@tanstack/react-query'
import { api, body } from '../app/api'

/** The merchants that the person may see, as options by their numbers. */
export function useMerchants(enabled = true): { value: string; label: string }[] {
  const { data = [] } = useQuery({
    queryKey: ['companies'],
    enabled,
    queryFn: ({ signal }) => body(api.GET('/rbac/companies', { signal })),
  })
  return data.map(({ id, name }) => ({ value: String(id), label: name }))
}
