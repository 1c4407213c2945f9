import { QueryClient, timeoutManager } from '@tanstack/react-query'
import { byItself } from './byItself'
import { shouldRetry } from './errors'
import { settings } from './state'

// Polling is the page's own; every other read starts with something a person did.
timeoutManager.setInterval = (callback, delay) => setInterval(() => byItself(callback), delay)

/** Server state, kept in one place for all screens. */
export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, retry: shouldRetry } },
})

/** Refetches lists, records and their trails, but not the person, the flags or the notifications. */
const TABLES: ReadonlySet<unknown> = new Set(['list', 'record', 'trail'])

let seen = settings.get().refreshTable
settings.subscribe(() => {
  const { refreshTable } = settings.get()
  if (refreshTable === seen) return
  seen = refreshTable
  void queries.invalidateQueries({ predicate: ({ queryKey: [kind] }) => TABLES.has(kind) })
})
