import { useQueryClient } from '@tanstack/react-query'

/** Reads a charge, and every list, again after something was done to it. */
export function useRefresh(id?: string): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: ['list'] })
    void client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === 'record' && queryKey[3] === id,
    })
  }
}
