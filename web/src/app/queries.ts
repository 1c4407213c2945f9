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
