/**
 * A page that is left has its calls cut off. That is no answer: what follows from a failure, such as the end of the session,
 * must not follow from it.
 */

let leaving = false
let missed = false

addEventListener('pagehide', () => {
  leaving = true
})

addEventListener('pageshow', () => {
  leaving = false
  // Brought back as it was left, without an answer that it waited for.
  if (missed) location.reload()
})

/** Passes at once on a page that stays, and never on one that is being left. */
export async function staying(): Promise<void> {
  if (!leaving) return
  missed = true
  await new Promise(() => undefined)
}
