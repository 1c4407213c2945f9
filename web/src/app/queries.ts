import { QueryClient } from '@tanstack/react-query'
import { CallError } from './errors'
import { settings } from './state'

/** Whether a failed read is asked for again: only a missing answer, or one of a gateway, and only twice. */
export function shouldRetry(failures: number, failure: unknown): boolean {
  return failures < 2 && failure instanceof CallError && (failure.status === 0 || failure.status >= 502)
}

/** Server state, kept in one place for all screens. */
export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, retry: shouldRetry } },
})

/** Lists, records and their trails; not the person, the flags or the notifications. */
const TABLES: ReadonlySet<unknown> = new Set(['list', 'record', 'trail'])

let seen = settings.get().refreshTable
settings.subscribe(() => {
  const { refreshTable } = settings.get()
  if (refreshTable === seen) return
  seen = refreshTable
  void queries.invalidateQueries({ predicate: ({ queryKey: [kind] }) => TABLES.has(kind) })
})
