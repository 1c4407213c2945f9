/** The keys under which a browser keeps things for us: the specification's names, then those of ours. */
export type StorageKey =
  | 'token'
  | 'refresh_token'
  | 'accountVisualize'
  | 'viewAs'
  | 'language'
  | 'permissions'
  | 'theme'
  | 'toggleMenu'
  | 'front-flags'
  | 'acceptCookie'
  | 'fluidLayout'
  | 'singleKeys'
  | 'recentScreens'
  | `list:${string}`
  | `setup:${string}`

/** The stored text, or null. An empty text counts as absent, and so does a storage that the browser refuses. */
export function read(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key) || null
  } catch {
    return null
  }
}

export function write(key: StorageKey, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Private windows and full disks refuse: the page then works until it is closed.
  }
}

export function forget(...keys: StorageKey[]): void {
  try {
    for (const key of keys) localStorage.removeItem(key)
  } catch {
    // See write().
  }
}
