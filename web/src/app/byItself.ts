/** Tells calls that a person caused from those that the page makes by itself, such as polling for news (readings 58). */

let alone = false

/** Marks the calls that `work` starts synchronously as the page's own. */
export function byItself(work: () => void): void {
  const before = alone
  alone = true
  try {
    work()
  } finally {
    alone = before
  }
}

export const isByItself = (): boolean => alone
