/** Where a person was in a list when they left it, kept in this tab for each entry of its history. */

export interface Place {
  /** How far the page was scrolled, in CSS pixels. */
  y: number
  /** How many rows were loaded. */
  count: number
  /** The row that had the focus. */
  row: string | null
}

const KEY = 'list-places'
const MOST = 50

export function readPlace(entry: string): Place | null {
  return readAll()[entry] ?? null
}

export function keepPlace(entry: string, place: Place): void {
  const { [entry]: _, ...others } = readAll()
  const kept = Object.entries(others).slice(1 - MOST)
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...kept, [entry, place]])))
  } catch {
    // Private windows and full disks refuse: the list then begins at its beginning.
  }
}

function readAll(): Record<string, Place | undefined> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}')
    return stored !== null && typeof stored === 'object' ? { ...stored } : {}
  } catch {
    return {}
  }
}
