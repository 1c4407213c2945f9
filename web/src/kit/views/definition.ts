import type { Answer } from '../../app/api'
import { FIRST_PAGE, LIST_ROWS } from '../../app/constants'
import type { ListNames } from '../list/definition'
import { type ListState, readSearch, type Search, writeSearch } from '../list/search'
import type { TableState } from '../list/useList'
import { type ListView, MODES, shownColumns } from '../list/view'

/** What a saved view holds, made from what is on the screen and read back from what was saved, perhaps long ago. */

export type SavedView = Answer<'/v1/views', 'get'>[number]
export type Definition = SavedView['definition']

/** The list as it was made. */
export const AS_MADE: Definition = { version: 1, search: {}, columns: null, density: null, mode: null }

/** The part of a list's look that a view holds. */
export type Look = Pick<ListView, 'columns' | 'mode' | 'density'>

/** Of a list, what views need to know. */
export type Viewed = Omit<ListNames, 'columns'> & {
  columns: readonly { key: string; kind: string; sortable?: boolean; hidden?: boolean; locked?: boolean }[]
}

/** Only a period that moves with time is kept: two fixed days would be of no use tomorrow. */
export function canKeepPeriod(list: Pick<Viewed, 'period'>, { period }: ListState): boolean {
  return Boolean(list.period) && 'preset' in period
}

export function definitionOf(list: Viewed, state: ListState, look: Look, withPeriod: boolean): Definition {
  const search = addressOf(list, state)
  if (withPeriod && 'preset' in state.period) search.period = state.period.preset
  return { version: 1, search, ...look }
}

/** Filters and order, without the period. */
function addressOf(list: Viewed, state: ListState): Search {
  const search = writeSearch(list, { ...state, page: FIRST_PAGE, perPage: LIST_ROWS, view: null })
  delete search.period
  delete search[`${list.period}_from`]
  delete search[`${list.period}_to`]
  return search
}

export interface ReadView {
  /** What opening the view changes of the list; without a period the one there is stays. */
  state: Partial<ListState>
  look: Look
  /** Names of filters and columns that this list does not have any more. */
  dropped: string[]
}

export function readDefinition(list: Viewed, { search, columns, mode, density }: Definition): ReadView {
  const { state, dropped } = readSearch(list, search)
  const known = columns?.filter((key) => list.columns.some((column) => column.key === key)) ?? null
  const { order, search: text, period, status, amountFrom, amountTo, equals } = state
  return {
    state: {
      order,
      search: text,
      status,
      amountFrom,
      amountTo,
      equals,
      ...(search.period && !dropped.includes('period') && { period }),
    },
    look: {
      columns: known,
      mode: MODES.find((each) => each === mode) ?? 'pages',
      density: density ?? 'comfortable',
    },
    dropped: [...dropped, ...(columns ?? []).filter((key) => !known?.includes(key))],
  }
}

/** The look of the list on the screen. */
export function lookOf({ viewSettings }: Pick<TableState<unknown>, 'viewSettings'>): Look {
  const { changed, shownColumns: columns, mode, density } = viewSettings
  return { columns: changed ? columns : null, mode, density }
}

/** Whether the list on the screen is no more what the view says. */
export function isChanged(list: Viewed, view: SavedView, state: ListState, look: Look): boolean {
  const saved = readDefinition(list, view.definition)
  const was = { ...state, ...saved.state }
  const period = (one: ListState) => ('period' in saved.state ? one.period : null)
  const shape = (one: ListState, seen: Look) =>
    JSON.stringify([
      Object.entries(addressOf(list, one)).toSorted(([a], [b]) => (a < b ? -1 : 1)),
      period(one),
      shownColumns(list, seen.columns),
      seen.mode,
      seen.density,
    ])
  return shape(was, saved.look) !== shape(state, look)
}
