/** That a session ended without its person's doing. Kept by the tab in which it happened, for the sign-in page to say so. */

const KEY = 'session-ended'

export function noteEnd(): void {
  try {
    sessionStorage.setItem(KEY, 'true')
  } catch {
    // A browser that keeps nothing leads to the sign-in page without a word.
  }
}

export function wasEnded(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export function forgetEnd(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Then nothing was noted either.
  }
}
