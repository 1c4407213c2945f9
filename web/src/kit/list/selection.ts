import type { ComponentType } from 'react'
import type { Store } from '../../app/store'
import type { ListState } from './listState'

/** Which rows of a list are ticked: some by their ids, kept over its pages, or all that match its filters. */

/** Rows by their ids; only their list knows their contents. */
export type RowsById = ReadonlyMap<string, unknown>

export type Selection =
  | { kind: 'none' }
  /** As they stood when they were ticked: their page may be gone from the screen. */
  | { kind: 'ids'; rows: RowsById }
  /** All that match the filters, whether loaded or not; `count` is the total of the list. */
  | { kind: 'matching'; count: number }

/**
 * The selection stands in a store of its own: a tick draws its row and the bar, not the list.
 */
export type SelectionStore = Store<{ selection: Selection }>

/** What `list.bulk` gets to draw the commands of the selection bar. */
export interface BulkBarProps {
  /** Never of kind `none`: without a selection there is no bar. */
  selection: Selection
  /** What the list is narrowed by; with kind `matching` the selection is what these filters find. */
  filters: ListState
  /** How many rows the filters find. */
  total: number
  /** Unticks everything, and the bar goes. */
  clear: () => void
}

export type BulkBar = ComponentType<BulkBarProps>

export type Tick =
  /** `loaded`: every row that stands on the screen, by which one row is taken out of "all that match". */
  | { type: 'rows'; ids: readonly string[]; on: boolean; loaded: RowsById }
  | { type: 'matching'; count: number }
  | { type: 'clear' }

export const NOTHING: Selection = { kind: 'none' }

export function select(selection: Selection, tick: Tick): Selection {
  switch (tick.type) {
    case 'clear':
      return NOTHING
    case 'matching':
      return { kind: 'matching', count: tick.count }
    case 'rows': {
      if (selection.kind === 'matching' && tick.on) return selection
      const rows = new Map(before(selection, tick.loaded))
      for (const id of tick.ids) {
        if (tick.on) rows.set(id, tick.loaded.get(id))
        else rows.delete(id)
      }
      return rows.size ? { kind: 'ids', rows } : NOTHING
    }
  }
}

/** Unticking one row of "all that match" leaves the loaded rows without it: nobody selects rows they never saw. */
function before(selection: Selection, loaded: RowsById): RowsById | null {
  if (selection.kind === 'ids') return selection.rows
  return selection.kind === 'matching' ? loaded : null
}

export function isSelected(selection: Selection, id: string): boolean {
  return selection.kind === 'matching' || (selection.kind === 'ids' && selection.rows.has(id))
}

export function countOf(selection: Selection): number {
  switch (selection.kind) {
    case 'none':
      return 0
    case 'ids':
      return selection.rows.size
    case 'matching':
      return selection.count
  }
}

/** Whether none, some or all of the loaded rows are ticked. */
export function shareOf(selection: Selection, loaded: readonly string[]): 'none' | 'some' | 'all' {
  const ticked = loaded.filter((id) => isSelected(selection, id)).length
  if (ticked === 0) return 'none'
  return ticked === loaded.length ? 'all' : 'some'
}

/** The rows from one to another, in the order of the screen, both included; only the last where the first is gone. */
export function between(loaded: readonly string[], from: string | null, to: string): readonly string[] {
  const last = loaded.indexOf(to)
  const first = from === null ? -1 : loaded.indexOf(from)
  if (first < 0) return [to]
  return loaded.slice(Math.min(first, last), Math.max(first, last) + 1)
}
