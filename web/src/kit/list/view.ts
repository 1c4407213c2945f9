import { LIST_ROWS } from '../../app/constants'
import * as storage from '../../app/storage'
import type { ListDefinition } from './definition'
import { PAGE_SIZES } from './search'

/** What a person likes to see of a list, kept in their browser: which columns in which order, how many rows, how close, and whether in pages at all. */

/** Continuous: the next rows come by themselves when the last ones are reached. */
export const MODES = ['pages', 'continuous'] as const
export type ViewMode = (typeof MODES)[number]

export const DENSITIES = ['comfortable', 'compact'] as const
export type Density = (typeof DENSITIES)[number]
/** CSS pixels; the tokens `--row` and `--row-compact` say the same. */
export const ROW_HEIGHT: Record<Density, number> = { comfortable: 44, compact: 36 }

export interface ListView {
  /** Keys, in the order of the screen; null while nothing was chosen. */
  columns: string[] | null
  perPage: number
  mode: ViewMode
  density: Density
}

type Listed = Pick<ListDefinition<never>, 'name'> & {
  columns: readonly { key: string; hidden?: boolean; locked?: boolean }[]
}

export function readView(list: Listed): ListView {
  const view: ListView = { columns: null, perPage: LIST_ROWS, mode: 'pages', density: 'comfortable' }
  try {
    const stored: unknown = JSON.parse(storage.read(`list:${list.name}`) ?? '{}')
    const { columns, perPage, mode, density } = stored as Partial<ListView>
    if (Array.isArray(columns)) view.columns = columns.filter((key) => typeof key === 'string')
    if (mode === 'continuous') view.mode = mode
    if (density === 'compact') view.density = density
    if ((PAGE_SIZES as readonly unknown[]).includes(perPage)) view.perPage = perPage as number
  } catch {
    // Something else was stored there.
  }
  return view
}

export function keepView(list: Listed, view: ListView): void {
  storage.write(`list:${list.name}`, JSON.stringify(view))
}

/**
 * The keys of the columns to show, in their order: the chosen ones that still exist, after those that cannot be taken away
 * and were not chosen.
 */
export function shownColumns(list: Listed, chosen: string[] | null): string[] {
  if (!chosen) {
    return list.columns.filter(({ hidden, locked }) => locked || !hidden).map(({ key }) => key)
  }
  const known = chosen.filter((key) => list.columns.some((column) => column.key === key))
  const locked = list.columns.filter((column) => column.locked).map(({ key }) => key)
  return [...new Set([...locked.filter((key) => !known.includes(key)), ...known])]
}

/** A key at another place among the keys; a place beyond the ends is the end. */
export function moved(keys: readonly string[], key: string, place: number): string[] {
  const others = keys.filter((each) => each !== key)
  others.splice(Math.max(0, place), 0, key)
  return others
}
