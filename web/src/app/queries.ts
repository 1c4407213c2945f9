import { QueryClient } from '@tanstack/react-query'
import { CallError } from './errors'

/** Server state. An answer with a status is an answer: only a missing one is asked for again, twice. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, failure) =>
        failures < 2 && failure instanceof CallError && (failure.status === 0 || failure.status >= 502),
    },
  },
})
