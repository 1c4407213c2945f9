import { useQueryClient } from '@tanstack/react-query'

/** Reads lists and records again: what was decided may have changed any of them. */
export function useRefresh(): () => void {
  const client = useQueryClient()
  return () => {
    for (const kind of ['list', 'record']) void client.invalidateQueries({ queryKey: [kind] })
  }
}
