import { useQueryClient } from '@tanstack/react-query'

/** Reads everything of access control again after something was done: a role shows in people, keys and permissions alike. */
export function useRefresh(): (gone?: boolean) => void {
  const client = useQueryClient()
  return (gone = false) => {
    void client.invalidateQueries({ queryKey: ['access'] })
    // The record of what is no more cannot be read again.
    for (const kind of gone ? ['list'] : ['list', 'record']) {
      void client.invalidateQueries({
        predicate: ({ queryKey: [first, name] }) =>
          first === kind && typeof name === 'string' && name.startsWith('access.'),
      })
    }
  }
}
