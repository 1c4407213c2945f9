import { useQueryClient } from '@tanstack/react-query'

/** Reads companies, and what is chosen among them, again after something was done to one. */
export function useRefresh(): () => void {
  const client = useQueryClient()
  return () => {
    void client.invalidateQueries({
      predicate: ({ queryKey: [first, name] }) =>
        first === 'companies' ||
        first === 'trail' ||
        ((first === 'list' || first === 'record') && /^(companies|accounts)\./.test(String(name))),
    })
  }
}
