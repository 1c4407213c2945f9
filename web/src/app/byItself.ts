/** Whether a call is caused by a person, or made by the page alone, such as news every 30 seconds (readings 58). */

let alone = false

/** Calls that `work` begins, before it waits for anything, are the page's own. */
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
