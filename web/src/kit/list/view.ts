import { PAGE_SIZE } from '../../app/constants'
import * as storage from '../../app/storage'
import type { ListDefinition } from './definition'
import { PAGE_SIZES } from './search'

/** What a person likes to see of a list, kept in their browser: which columns, how many rows a page, and whether in pages at all. */

/** Continuous: the next rows come by themselves when the last ones are reached. */
export const MODES = ['pages', 'continuous'] as const
export type ViewMode = (typeof MODES)[number]

export interface ListView {
  /** Keys, in the order of the definition; null while nothing was chosen. */
  columns: string[] | null
  perPage: number
  mode: ViewMode
}

type Listed = Pick<ListDefinition<never>, 'name'> & {
  columns: readonly { key: string; hidden?: boolean; locked?: boolean }[]
}

export function readView(list: Listed): ListView {
  const view: ListView = { columns: null, perPage: PAGE_SIZE, mode: 'pages' }
  try {
    const stored: unknown = JSON.parse(storage.read(`list:${list.name}`) ?? '{}')
    const { columns, perPage, mode } = stored as Partial<ListView>
    if (Array.isArray(columns)) view.columns = columns.filter((key) => typeof key === 'string')
    if (mode === 'continuous') view.mode = mode
    if ((PAGE_SIZES as readonly unknown[]).includes(perPage)) view.perPage = perPage as number
  } catch {
    // What somebody else wrote there is not a view.
  }
  return view
}

export function keepView(list: Listed, view: ListView): void {
  storage.write(`list:${list.name}`, JSON.stringify(view))
}

/** The keys of the columns to show: the chosen ones that still exist, with those that cannot be taken away. */
export function shownColumns(list: Listed, chosen: string[] | null): string[] {
  const shown = list.columns.filter(({ key, hidden, locked }) => {
    if (locked) return true
    return chosen ? chosen.includes(key) : !hidden
  })
  return shown.map(({ key }) => key)
}
