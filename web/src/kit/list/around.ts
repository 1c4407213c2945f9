/** The records of the list that was on the screen last, in its order: from one of them a key leads to the next. */

let around: readonly string[] = []

export function rememberAround(hrefs: readonly string[]): void {
  around = hrefs
}

/** The address beside that of an open record; null at the ends, and for what was on no list. */
export function neighbour(pathname: string, by: 1 | -1): string | null {
  const place = around.indexOf(pathname)
  return place < 0 ? null : (around[place + by] ?? null)
}
