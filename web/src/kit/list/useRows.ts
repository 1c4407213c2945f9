import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queries } from '../../app/queries'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'
import { useZone, zoneNow } from '../../app/zone'
import { RECORD_POLL } from '../record/useRecord'
import type { ListDefinition } from './definition'
import { type ListPage, readPage } from './page'
import { type ListState, readSearch, type Search, toQuery, writeSearch } from './search'
import { readView, type ViewMode } from './view'

export interface Rows<Row> {
  /** Everything that is to be seen; of the last page what its headers say. Undefined until the first answer. */
  page: ListPage<Row> | undefined
  loading: boolean
  /** Rows of another page or filter stand there while the asked ones come. */
  refreshing: boolean
  failure: Error | null
  retry: () => void
  /** Continuous: asks for the rows after the last; null when there are none, or they are on their way. */
  more: (() => void) | null
}

/** Rows of one call while rows come continuously. */
const CONTINUOUS_SIZE = 100
/** Calls after which a list is long. */
const MANY = 3

/** Pages reached by scrolling are reloaded one by one, so a long list is not refetched until somebody asks. */
const isShort = ({ state }: { state: { data?: { pages: unknown[] } } }): boolean =>
  (state.data?.pages.length ?? 0) <= MANY

type Chosen = number | 'all' | null

const keyOf = (
  list: { name: string; within?: Readonly<Record<string, string>> },
  account: Chosen,
  zone: string,
) => ['list', list.name, account, zone, list.within ?? null] as const

/** One page of a list, as it is cached. */
function pageQuery<Row>(list: ListDefinition<Row>, state: ListState, account: Chosen, zone: string) {
  return queryOptions({
    queryKey: [...keyOf(list, account, zone), 'pages', writeSearch(list, { ...state, view: null }, 0)],
    queryFn: ({ signal }) => readPage<Row>(list.path, toQuery(list, state, zone), signal),
  })
}

/** Asks for the page that an address shows, before there is anything to draw the list with. */
export async function rowsAhead<Row>(list: ListDefinition<Row>, search: Search): Promise<void> {
  const { mode, perPage } = readView(list)
  if (mode !== 'pages') return
  const { state } = readSearch(list, search, perPage)
  await queries.prefetchQuery(pageQuery(list, state, settings.get().account?.id ?? null, zoneNow()))
}

/** The rows of a list from the server: one page of them, or all that were scrolled to. */
export function useRows<Row>(list: ListDefinition<Row>, state: ListState, mode: ViewMode): Rows<Row> {
  const account = useStore(settings, ({ account: chosen }) => chosen?.id ?? null)
  const zone = useZone()
  const key = keyOf(list, account, zone)
  const paged = useQuery({
    ...pageQuery(list, state, account, zone),
    placeholderData: keepPreviousData,
    enabled: mode === 'pages',
    refetchInterval: ({ state: { data } }) =>
      list.waits && data?.rows.some(list.waits) ? RECORD_POLL : false,
  })
  const endless = useInfiniteQuery({
    queryKey: [...key, 'continuous', writeSearch(list, { ...state, page: 1, view: null }, 0)],
    queryFn: ({ pageParam, signal }) => {
      const perPage = Math.max(state.perPage, CONTINUOUS_SIZE)
      const query = {
        ...toQuery(list, { ...state, page: 1, perPage }, zone),
        ...(pageParam && { cursor: pageParam }),
      }
      return readPage<Row>(list.path, query, signal)
    },
    initialPageParam: '',
    getNextPageParam: ({ cursor }) => cursor,
    placeholderData: keepPreviousData,
    enabled: mode === 'continuous',
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
  })
  const query = mode === 'pages' ? paged : endless
  const pages = endless.data?.pages
  const last = pages?.at(-1)
  const rows = useMemo(() => pages?.flatMap((page) => page.rows) ?? [], [pages])
  return {
    page: mode === 'pages' ? paged.data : last && { ...last, rows },
    loading: query.isPending,
    refreshing: query.isPlaceholderData,
    failure: query.isError && !query.isRefetching ? query.error : null,
    retry: () => void query.refetch(),
    more: endless.hasNextPage && !endless.isFetching ? () => void endless.fetchNextPage() : null,
  }
}
