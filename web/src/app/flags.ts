import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, body } from './api'
import { FLAGS_REFRESH } from './constants'
import * as storage from './storage'

/** Flags of the server: name → numbers of the companies that have it. Kept in the browser between visits. */
type Flags = Record<string, number[]>
type Flag = 'ledger'

export function storedFlags(): Flags {
  try {
    const flags: unknown = JSON.parse(storage.read('front-flags') ?? '{}')
    return flags !== null && typeof flags === 'object' ? (flags as Flags) : {}
  } catch {
    return {}
  }
}

async function loadFlag(name: string): Promise<number[]> {
  const companies = await body(api.GET('/v1/dashboard/feature-flags', { params: { query: { flag: name } } }))
  storage.write('front-flags', JSON.stringify({ ...storedFlags(), [name]: companies }))
  return companies
}

const flagQuery = (name: Flag) =>
  queryOptions({
    queryKey: ['flag', name],
    queryFn: () => loadFlag(name),
    refetchInterval: FLAGS_REFRESH,
    placeholderData: () => storedFlags()[name],
  })

/** Companies that have a flag; the stored ones until the server has answered and when it does not, none when there are none. */
export function useFlag(name: Flag): number[] {
  const { data, isError } = useQuery(flagQuery(name))
  return data ?? (isError ? storedFlags()[name] : undefined) ?? []
}

/** What a screen behind a flag waits for: the first answer of this browser, which may also fail. `again` asks once more. */
export function useFlagAnswer(name: Flag): { answer: 'awaited' | 'failed' | 'known'; again: () => void } {
  const { isPending, isError, isFetching, refetch } = useQuery(flagQuery(name))
  const isFailed = isError && !storedFlags()[name]
  const answer = isPending || (isFailed && isFetching) ? 'awaited' : isFailed ? 'failed' : 'known'
  return { answer, again: () => void refetch() }
}

/** Whether anything is known of a flag, or waited for in vain: neither at the first visit of a browser, until the server has answered. */
export function useFlagKnown(name: Flag): boolean {
  const { isPending, failureCount } = useQuery(flagQuery(name))
  return !isPending || failureCount > 0
}
