import * as storage from '../app/storage'

/** Paths of the menu that were opened last, the newest first; no ids, and kept in this browser only. */

const MOST = 6

export function recentScreens(): string[] {
  try {
    const stored: unknown = JSON.parse(storage.read('recentScreens') ?? '[]')
    return Array.isArray(stored) ? stored.filter((path) => typeof path === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

export function rememberScreen(path: string): void {
  const others = recentScreens().filter((known) => known !== path)
  storage.write('recentScreens', JSON.stringify([path, ...others].slice(0, MOST)))
}
