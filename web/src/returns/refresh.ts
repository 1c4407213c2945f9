import { queries } from '../app/queries'

/** Reads lists and records again: a file that was sent or applied changes them. */
export function refreshTables(): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey: [kind] }) => kind === 'list' || kind === 'record',
  })
}
