/** Session storage: kept by this tab until it is closed. Where the browser has none, reads return null. */

export function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // What would have been kept was a help, and no more.
  }
}

export function kept(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function drop(key: string): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Then nothing was kept either.
  }
}
