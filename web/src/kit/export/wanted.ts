import type { Language } from '../../app/i18n'
import { ownZone } from '../clock'
import type { ListNames, ListPath } from '../list/definition'
import { type ListState, toQuery } from '../list/search'
import type { Selection } from '../list/selection'
import type { Format, Wanted } from './server'

/** Of a list's definition, what its file is made from. */
export type ExportedList = Omit<ListNames, 'columns'> & {
  path: ListPath
  columns: readonly { key: string; kind: string; title: string; sortable?: boolean }[]
}

export interface Exported {
  list: ExportedList
  /** The server's name of the list. */
  name: string
  filters: ListState
  /** Keys of the columns on the screen, in their order. */
  shown: readonly string[]
  /** The rows that are meant; without it, or with all that match, what the filters find. */
  ticked?: Selection
}

export interface Choice {
  format: Format
  /** Of the file: its words, and how a CSV separates cells and decimals. */
  language: Language
  /** Every column of the list, or those on the screen. */
  all: boolean
}

/** What a person sees and chose, as what is asked of the server; times in the zone of their clock. The server has the titles. */
export function wantedOf(
  { list, filters, shown, ticked }: Omit<Exported, 'name'>,
  choice: Choice,
  zone: string,
): Wanted {
  const shownColumns = shown.flatMap((key) => list.columns.filter((column) => column.key === key))
  const columns = choice.all ? list.columns : shownColumns
  return {
    format: choice.format,
    columns: columns.map(({ key }) => key),
    zone: ownZone(),
    locale: choice.language,
    ...(ticked?.kind === 'ids'
      ? { ids: [...ticked.rows.keys()], filters: orderOf(filters) }
      : { filters: filtersOf(list, filters, zone) }),
  }
}

/** The list's query without its pages: all that match. `zone` is that of the period's days. */
export function filtersOf(list: ListNames, filters: ListState, zone: string): Record<string, string> {
  const { page: _page, per_page: _size, ...query } = toQuery(list, filters, zone)
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]))
}

/** Rows that were ticked are meant whatever became of them since: what they were found by does not narrow them. */
const orderOf = ({ order }: ListState) => ({ order_by: order.by, sort: order.sort })
