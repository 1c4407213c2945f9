import { FIRST_PAGE, LIST_ROWS } from '../../app/constants'
import type { ListNames } from './definition'
import type { ListState, Search } from './listState'
import { DEFAULT_PRESET, isEnd, isPreset, lengthOf, type Period, rangeOf, readPeriod } from './period'

/** The state of a list is its address: these two functions read it from there and write it back. */

export const PAGE_SIZES = [10, 25, 50, 100, 200] as const

/** Ids that are looked for at once; the server refuses more. */
export const MOST_IDS = 200

/** The ids in a searched text, as the server reads them: white space, commas and semicolons part them. */
export function idsIn(text: string): string[] {
  const parts = text.split(/[\n\r\t,;]+/).flatMap((part) => {
    const words = part.split(/\s+/).filter(Boolean)
    return words.every((word) => /\d/.test(word)) ? words : [words.join(' ')]
  })
  return [...new Set(parts)]
}

/** Whether these are several ids, each one word with a digit, and no sentence with a comma. */
export const areIds = (parts: readonly string[]): boolean =>
  parts.length > 1 && parts.every((part) => /^\S*\d\S*$/.test(part))

export type { ListState, Search } from './listState'

/** What a reading of an address gave: the state, and the names that meant nothing to this list. */
export interface Reading {
  state: ListState
  dropped: string[]
}

type Reader = (value: string, state: ListState) => boolean

export function readSearch(list: ListNames, search: Search, defaultPageSize = LIST_ROWS): Reading {
  const state: ListState = {
    page: FIRST_PAGE,
    perPage: defaultPageSize,
    order: list.order,
    search: '',
    period: { preset: list.period ? DEFAULT_PRESET : 'all' },
    status: [],
    amountFrom: null,
    amountTo: null,
    equals: {},
    view: null,
  }
  const readers = readersOf(list)
  const dropped: string[] = []
  for (const [name, value] of Object.entries(search)) {
    if (!value) continue
    if (!readers[name]?.(value, state)) dropped.push(name)
  }
  if (!isForward(state.period)) {
    state.period = { preset: DEFAULT_PRESET }
    dropped.push(`${list.period}_to`)
  } else if (list.period && list.longest && isTooLong(state.period, list.longest)) {
    dropped.push('preset' in state.period ? 'period' : `${list.period}_from`)
    state.period = { preset: DEFAULT_PRESET }
  }
  return { state, dropped }
}

function readersOf(list: ListNames): Record<string, Reader | undefined> {
  const readers: Record<string, Reader | undefined> = {
    page: (value, state) => whole(value, (page) => page >= 1 && (state.page = page)),
    per_page: (value, state) =>
      whole(value, (size) => (PAGE_SIZES as readonly number[]).includes(size) && (state.perPage = size)),
    order_by: (value, state) => {
      const known = list.columns.some(({ key, sortable }) => sortable && key === value)
      if (known) state.order = { ...state.order, by: value }
      return known
    },
    sort: (value, state) => {
      if (value !== 'asc' && value !== 'desc') return false
      state.order = { ...state.order, sort: value }
      return true
    },
  }
  for (const key of offered(list)) {
    readers[key] = (value, state) => {
      state.equals = { ...state.equals, [key]: value }
      return true
    }
  }
  for (const key of list.days ?? []) {
    readers[key] = (value, state) => {
      if (!readPeriod(value)) return false
      state.equals = { ...state.equals, [key]: value }
      return true
    }
  }
  if (list.views) {
    readers.view = (value, state) => {
      state.view = value
      return true
    }
  }
  if (list.search) {
    readers.search = (value, state) => {
      state.search = value
      return true
    }
  }
  if (list.period) periodReaders(list.period, readers)
  if (list.status) readers[list.status.key] = statusReader(list.status.values.map(({ value }) => value))
  if (list.amount) {
    readers[`${list.amount}_from`] = (value, state) =>
      whole(value, (amount) => (state.amountFrom = amount) >= 0)
    readers[`${list.amount}_to`] = (value, state) => whole(value, (amount) => (state.amountTo = amount) >= 0)
  }
  return readers
}

/** What a list can be filtered by: its columns, and filters that it offers without a column. */
function offered({ columns, choices = [], typed = [], tiles }: ListNames): string[] {
  const shown = [...columns, ...choices, ...typed].map(({ key }) => key)
  return tiles ? [...shown, tiles.key, ...tiles.values.flatMap(({ column }) => column ?? [])] : shown
}

function periodReaders(column: string, readers: Record<string, Reader | undefined>): void {
  readers.period = (value, state) => {
    if (!isPreset(value)) return false
    // Fixed ends say more than a preset beside them.
    if ('preset' in state.period) state.period = { preset: value }
    return true
  }
  for (const end of ['from', 'to'] as const) {
    readers[`${column}_${end}`] = (value, state) => {
      if (!isEnd(value)) return false
      const fixed = 'preset' in state.period ? {} : state.period
      state.period = { ...fixed, [end]: value }
      return true
    }
  }
}

function statusReader(known: string[]): Reader {
  return (value, state) => {
    const asked = value.split(',').filter(Boolean)
    state.status = known.filter((status) => asked.includes(status))
    return asked.every((status) => known.includes(status))
  }
}

function whole(text: string, take: (number: number) => unknown): boolean {
  return /^\d{1,15}$/.test(text) && take(Number(text)) !== false
}

function isForward(period: Period): boolean {
  // A formatter for days in UTC, which nothing else needs, costs more than the rest of this file.
  if ('preset' in period) return true
  // Which of two days comes first is the same in every zone.
  const { from, to } = rangeOf(period, new Date(), 'UTC')
  return !from || !to || from <= to
}

function isTooLong(period: Period, longest: number): boolean {
  // Today may be another day in UTC than where the days are counted.
  const moving = 'preset' in period || !period.to
  return lengthOf(period, new Date(), 'UTC') > longest + (moving ? 1 : 0)
}

/** The state as a URL, without defaults. */
export function writeSearch(list: ListNames, state: ListState, defaultPageSize = LIST_ROWS): Search {
  const search: Search = {}
  const put = (name: string, value: string | number | null | undefined) => {
    if (value !== null && value !== undefined && value !== '') search[name] = String(value)
  }
  if (state.page !== FIRST_PAGE) put('page', state.page)
  if (state.perPage !== defaultPageSize) put('per_page', state.perPage)
  if (state.order.by !== list.order.by) put('order_by', state.order.by)
  if (state.order.sort !== list.order.sort) put('sort', state.order.sort)
  put('search', state.search)
  if (!('preset' in state.period)) {
    put(`${list.period}_from`, state.period.from)
    put(`${list.period}_to`, state.period.to)
  } else if (list.period && state.period.preset !== DEFAULT_PRESET) put('period', state.period.preset)
  if (list.status) put(list.status.key, state.status.join(','))
  put(`${list.amount}_from`, state.amountFrom)
  put(`${list.amount}_to`, state.amountTo)
  for (const [name, value] of Object.entries(state.equals)) put(name, value)
  put('view', state.view)
  return search
}

/** What narrows the list, and nothing of its pages and order: equal texts find the same rows. */
export function narrowing(list: ListNames, state: ListState): string {
  return JSON.stringify(
    writeSearch(list, { ...state, page: FIRST_PAGE, order: list.order, perPage: LIST_ROWS, view: null }),
  )
}

/** The state as the query of the call; the period as the moments it means now, with the days of a zone. */
export function toQuery(
  list: ListNames,
  state: ListState,
  zone: string,
  now = new Date(),
): Record<string, string | number> {
  const query: Record<string, string | number> = {
    page: state.page,
    per_page: state.perPage,
    order_by: state.order.by,
    sort: state.order.sort,
    ...list.within,
  }
  for (const [key, value] of Object.entries(state.equals)) {
    const period = list.days?.includes(key) ? readPeriod(value) : null
    if (period) putRange(query, key, period, now, zone)
    else query[key] = value
  }
  if (state.search) query.search = state.search
  if (list.period) putRange(query, list.period, state.period, now, zone)
  if (list.status && state.status.length) query[list.status.key] = state.status.join(',')
  if (list.amount && state.amountFrom !== null) query[`${list.amount}_from`] = state.amountFrom
  if (list.amount && state.amountTo !== null) query[`${list.amount}_to`] = state.amountTo
  return query
}

function putRange(
  query: Record<string, string | number>,
  column: string,
  period: Period,
  now: Date,
  zone: string,
): void {
  const { from, to } = rangeOf(period, now, zone)
  if (from) query[`${column}_from`] = from.toISOString()
  // The server's clock is finer than ours: a last millisecond is meant to its end.
  if (to) query[`${column}_to`] = to.toISOString().replace('.999Z', '.999999Z')
}

/** Whether anything but the period narrows the list. */
export function isNarrowed(state: ListState): boolean {
  return (
    state.search !== '' ||
    state.status.length > 0 ||
    state.amountFrom !== null ||
    state.amountTo !== null ||
    Object.keys(state.equals).length > 0
  )
}
