import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { settings } from '../../app/state'
import { useStore } from '../../app/store'

/** Milliseconds between polls of a pending record (readings 29). */
export const RECORD_POLL = 2000

export function useRecord<Record>(
  name: string,
  id: string,
  read: (signal: AbortSignal) => Promise<Record>,
  isPending: (record: Record) => boolean,
): UseQueryResult<Record> {
  const account = useStore(settings, (state) => state.account?.id ?? null)
  return useQuery({
    queryKey: ['record', name, account, id],
    queryFn: ({ signal }) => read(signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isPending(state.data) ? RECORD_POLL : false),
  })
}
