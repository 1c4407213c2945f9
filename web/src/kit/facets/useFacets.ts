import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Answer, api, body } from '../../app/api'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { useZone } from '../../app/zone'
import type { FacetPath, ListNames } from '../list/definition'
import { type ListState, narrowing, toQuery } from '../list/search'

export type Facets = Answer<FacetPath, 'get'>
export type Facet = Facets['columns'][string]

/** Of pages and order the server knows nothing here. */
const PAGING = new Set(['page', 'per_page', 'order_by', 'sort'])

/**
 * How many rows have each value, and what the money columns sum up to, under the filters of a list; a column's own filter
 * does not narrow its own counts. Undefined until they are there, for a list that has none, and when they cannot be had:
 * counts are an aid, and nothing waits for them. While those of other filters are on their way, the ones before stand
 * there, but for `exact`.
 */
export function useFacets(
  list: ListNames,
  state: ListState,
  { wanted = true, exact = false }: { wanted?: boolean; exact?: boolean } = {},
): Facets | undefined {
  const account = useStore(settings, ({ account: chosen }) => chosen?.id ?? null)
  const zone = useZone()
  const { facets: path } = list
  const { data } = useQuery({
    queryKey: ['list', list.name, account, zone, list.within ?? null, 'facets', narrowing(list, state)],
    queryFn: ({ signal }) => body(api.GET(path!, { params: { query: queryOf(list, state, zone) }, signal })),
    placeholderData: exact ? undefined : keepPreviousData,
    enabled: wanted && path !== undefined,
  })
  return data
}

function queryOf(list: ListNames, state: ListState, zone: string): never {
  const query = Object.entries(toQuery(list, state, zone)).filter(([name]) => !PAGING.has(name))
  // Made from the list's own columns; the contract's type of each list is narrower.
  return Object.fromEntries(query) as never
}
