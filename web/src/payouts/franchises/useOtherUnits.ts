import { useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import { may } from '../../app/permissions'
import { MAY_WRITE, type Unit } from './unit'

/** The other units of the same merchant, to which a budget can go. */
export function useOtherUnits({ id, company_id }: Unit): { value: string; label: string }[] {
  const { data = [] } = useQuery({
    queryKey: ['payouts', 'other-units', company_id],
    queryFn: ({ signal }) =>
      body(
        api.GET('/v1/payouts/franchises', {
          params: { query: { company_id: String(company_id), per_page: 200, order_by: 'name', sort: 'asc' } },
          signal,
        }),
      ),
    enabled: may(MAY_WRITE),
  })
  return data
    .filter((each) => each.id !== id && each.budget)
    .map((each) => ({ value: each.id, label: each.name ?? '' }))
}
