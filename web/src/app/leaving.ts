/**
 * A page that is left has its calls cut off. That is no answer: what follows from a failure, such as the end of the session,
 * must not follow from it.
 */

let leaving = false
let missed = false
let calls = new AbortController()

/** Where the browser goes: replaced in tests, because a test cannot leave its page. */
export const browser = {
  toSignIn: () => location.assign('/'),
  reload: () => location.reload(),
  open: (address: string) => location.assign(address),
}

addEventListener('pagehide', () => {
  leaving = true
})

addEventListener('pageshow', () => {
  leaving = false
  // Brought back as it was left, without an answer that it waited for.
  if (missed) browser.reload()
  missed = false
})

/** What cuts a call off before its page has gone. */
export function untilLeft(): AbortSignal {
  return calls.signal
}

/** Leaves for good: calls on their way are cut off and none starts, because a session that ends would refuse them. */
export function leave(): void {
  leaving = missed = true
  calls.abort()
  calls = new AbortController()
}

/** Passes at once on a page that stays, and never on one that is being left. */
export async function staying(): Promise<void> {
  if (!leaving) return
  missed = true
  await new Promise(() => undefined)
}
