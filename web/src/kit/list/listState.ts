import type { Period } from './period'

/** The query of an address as plain texts. */
export type Search = Record<string, string>

/** What a list shows, as its URL says. */
export interface ListState {
  page: number
  perPage: number
  order: { by: string; sort: 'asc' | 'desc' }
  search: string
  period: Period
  status: string[]
  /** Minor units. */
  amountFrom: number | null
  amountTo: number | null
  /** Any other column, by equality. */
  equals: Search
  /** The saved view it was opened with; `none` keeps the person's usual one away. */
  view: string | null
}
