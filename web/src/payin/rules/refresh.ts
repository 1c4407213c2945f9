import { queries } from '../../app/queries'

/** Reads the versions again: when one is put into force, another retires. */
export function refresh(): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey: [, name] }) => name === 'payin.rules' || name === 'payin.rules.one',
  })
}
