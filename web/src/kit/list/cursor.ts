import { type RefObject, useLayoutEffect } from 'react'
import { isShortcut } from '../../app/shortcuts'
import { createStore, type Store, useStore } from '../../app/store'

/**
 * The row that the keyboard is on: one row of a table takes part in the order of Tab, the arrows move from it. It stands in
 * a store of its own, so that a move draws two rows and not the table.
 */
export interface CursorState {
  /** Its id; null while there are no rows. */
  row: string | null
  /** How the row takes the focus once it is drawn. */
  take: FocusOptions | null
}

export type Cursor = Store<CursorState>

export const newCursor = (): Cursor => createStore<CursorState>({ row: null, take: null })

/** Whether a row is the one; when it is asked to, it takes the focus. */
export function useCursor(cursor: Cursor, id: string, row: RefObject<HTMLElement | null>): boolean {
  const current = useStore(cursor, (state) => state.row === id)
  const take = useStore(cursor, (state) => (state.row === id ? state.take : null))
  useLayoutEffect(() => {
    if (!take) return
    row.current?.focus(take)
    cursor.set({ take: null })
  }, [take, cursor, row])
  return current
}

/** Tab comes to the first row where the row it came to before is gone. */
export function useFirstRow(cursor: Cursor, ids: readonly string[]): void {
  useLayoutEffect(() => {
    const { row } = cursor.get()
    if (ids.length && (row === null || !ids.includes(row))) cursor.set({ row: ids[0] ?? null, take: null })
  }, [cursor, ids])
}

/** Where a key leads from a place among `count` rows; null for a key that leads nowhere. */
export function placeAfter(event: KeyboardEvent, place: number, count: number): number | null {
  if (isShortcut('nextRow', event)) return Math.min(place + 1, count - 1)
  if (isShortcut('previousRow', event)) return Math.max(place - 1, 0)
  if (isShortcut('firstRow', event)) return 0
  return isShortcut('lastRow', event) ? count - 1 : null
}
