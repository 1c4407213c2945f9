import { useQueryClient } from '@tanstack/react-query'

/** Reads everything of access control again after something was done: a role shows in people, keys and permissions alike. */
export function useRefresh(): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({ queryKey: ['access'] })
    for (const kind of ['list', 'record']) {
      void client.invalidateQueries({
        predicate: ({ queryKey: [first, name] }) =>
          first === kind && typeof name === 'string' && name.startsWith('access.'),
      })
    }
  }
}
