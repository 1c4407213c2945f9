import { useNavigate } from '@tanstack/react-router'
import type { FocusEvent, KeyboardEvent, MouseEvent, SyntheticEvent } from 'react'
import { isShortcut } from '../../app/shortcuts'
import { type Cursor, placeAfter } from './cursor'
import { isSelected, type SelectionStore } from './selection'
import type { SelectActions } from './useSelection'

/** What acts by itself inside a row. */
const CONTROLS = 'a, button, label, input, select, textarea, [contenteditable]'
/** What takes letters and arrows for itself. */
const FIELDS = 'input:not([type=checkbox]), select, textarea, [contenteditable]'
const MIDDLE_BUTTON = 1

interface RowsOnScreen {
  /** Ids in the order of the screen. */
  ids: readonly string[]
  hrefOf: (id: string) => string | undefined
  cursor: Cursor
  selectedItems: SelectionStore
  /** Null where rows cannot be ticked. */
  select: SelectActions | null
}

/** One set of listeners for all rows: a press opens a row, keys move from row to row, tick it, open it. */
export function useRowEvents({ ids, hrefOf, cursor, selectedItems, select }: RowsOnScreen) {
  const navigate = useNavigate()
  const open = (id: string, apart: boolean) => {
    const href = hrefOf(id)
    if (!href) return
    if (apart) window.open(href, '_blank', 'noopener')
    else void navigate({ href })
  }

  const onClick = (event: MouseEvent) => {
    const id = rowOf(event)
    if (id === null || within(event, CONTROLS)) return
    // Letting go after marking a text is not a click on the row.
    if (getSelection()?.toString()) return
    open(id, event.ctrlKey || event.metaKey)
  }

  const onAuxClick = (event: MouseEvent) => {
    const id = rowOf(event)
    if (id === null || event.button !== MIDDLE_BUTTON || within(event, CONTROLS)) return
    open(id, true)
  }

  /** Neither the wheel's scrolling nor the marking of texts between two ticks may begin here. */
  const onMouseDown = (event: MouseEvent) => {
    if (rowOf(event) === null) return
    const scrolls = event.button === MIDDLE_BUTTON && !within(event, CONTROLS)
    if (scrolls || (event.shiftKey && within(event, 'label'))) event.preventDefault()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const id = rowOf(event)
    if (id === null || event.defaultPrevented || within(event, FIELDS)) return
    const key = event.nativeEvent
    if (event.target instanceof HTMLTableRowElement) {
      const aside = isShortcut('openRowAside', key)
      if (aside || isShortcut('openRow', key)) {
        event.preventDefault()
        open(id, aside)
        return
      }
      if (isShortcut('tickRow', key)) {
        event.preventDefault()
        select?.row(id, !isSelected(selectedItems.get().selection, id), event.shiftKey)
        return
      }
    }
    const place = placeAfter(key, ids.indexOf(id), ids.length)
    if (place === null) return
    event.preventDefault()
    cursor.set({ row: ids[place] ?? null, take: {} })
  }

  const onFocus = (event: FocusEvent) => {
    const id = rowOf(event)
    if (id !== null) cursor.set({ row: id })
  }

  const onMouseOver = ({ target }: MouseEvent) => {
    const cell = (target as Element).closest('td')
    if (cell && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? ''
  }

  return { onClick, onAuxClick, onMouseDown, onMouseOver, onKeyDown, onFocus }
}

/** The id of the row in which something happened; null for what happened in a window that a row opened elsewhere. */
function rowOf(event: SyntheticEvent): string | null {
  const target = event.target as HTMLElement
  if (!event.currentTarget.contains(target)) return null
  return target.closest<HTMLElement>('[data-row]')?.dataset.row ?? null
}

function within(event: SyntheticEvent, selector: string): boolean {
  return (event.target as Element).closest(selector) !== null
}
