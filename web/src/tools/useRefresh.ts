import { useQueryClient } from '@tanstack/react-query'

/** Reads the tasks again after something was done to one. */
export function useRefresh(): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({
      predicate: ({ queryKey: [, name] }) => typeof name === 'string' && name.startsWith('tools.'),
    })
  }
}
