import { queries } from '../../app/queries'

/** Reads the processors again; a worker that tests one needs a moment, and the record asks until it is done. */
export function refresh(): void {
  void queries.invalidateQueries({
    predicate: ({ queryKey: [, name] }) => typeof name === 'string' && name.startsWith('payin.processor'),
  })
}
