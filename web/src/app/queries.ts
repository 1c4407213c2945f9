import { QueryClient, timeoutManager } from '@tanstack/react-query'
import { byItself } from './byItself'
import { shouldRetry } from './errors'
import { settings } from './state'

// What is asked for at intervals is asked for by the page alone; every other read begins with something that a person did.
timeoutManager.setInterval = (callback, delay) => setInterval(() => byItself(callback), delay)

/** Server state, kept in one place for all screens. */
export const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, retry: shouldRetry } },
})

/** The timestamp `refreshTable` makes every mounted list load again. Gives the function that stops it. */
export function followRefreshTable(client: QueryClient = queries): () => void {
  let seen = settings.get().refreshTable
  return settings.subscribe(() => {
    const { refreshTable } = settings.get()
    if (refreshTable === seen) return
    seen = refreshTable
    void client.invalidateQueries()
  })
}
