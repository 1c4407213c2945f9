import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queries } from '../../app/queries'
import { EXPORT_POLL } from './constants'
import { type Export, isOpen, readExport } from './server'

/** One export, asked for again until it is over; the list of exports then is too. */
export function useOneExport(id: string, enabled = true): UseQueryResult<Export> {
  const query = useQuery({
    queryKey: ['export', id],
    queryFn: ({ signal }) => readExport(id, signal),
    refetchInterval: ({ state }) => (!state.data || isOpen(state.data) ? EXPORT_POLL : false),
    enabled,
  })
  const over = enabled && query.data !== undefined && !isOpen(query.data)
  useEffect(() => {
    if (over) void queries.invalidateQueries({ queryKey: ['list'] })
  }, [over])
  return query
}
