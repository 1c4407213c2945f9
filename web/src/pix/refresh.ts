import { queries } from '../app/queries'

/** Reads lists and records again: what was done may have changed any of them. */
export function refresh(): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey: [kind] }) => kind === 'list' || kind === 'record',
  })
}
