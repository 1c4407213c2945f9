/**
 * When the person leaves a page, the browser aborts its calls. That is not a failed answer: nothing that follows from a failure,
 * such as the end of the session, may follow from it.
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
  // Restored from the back-forward cache without an answer that it was waiting for.
  if (missed) browser.reload()
  missed = false
})

/** Aborts calls when leave() is called. */
export function untilLeft(): AbortSignal {
  return calls.signal
}

/** Leaves for good: aborts running calls and starts no more, because the ending session would refuse them. */
export function leave(): void {
  leaving = missed = true
  calls.abort()
  calls = new AbortController()
}

/** Resolves at once on a page that stays, and never on one that is being left. */
export async function staying(): Promise<void> {
  if (!leaving) return
  missed = true
  await new Promise(() => undefined)
}
