import type { ReactNode } from 'react'
import type { paths } from '../../app/api-types'
import type { Language, Translate } from '../../app/i18n'
import type { Tone } from '../../ui/Badge'
import type { Money } from '../format'
import type { BulkBar } from './selection'

/** The declaration of a list: the path of its rows, its columns, its filters, and the card that a phone shows. */

type Answered<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } }
}
  ? Body
  : never

/** Paths of the API that return a list. */
export type ListPath = {
  [P in keyof paths]: [Answered<P>] extends [never]
    ? never
    : Answered<P> extends readonly unknown[]
      ? P
      : never
}[keyof paths]

/** Paths of the API that count a list's values and add up its sums. */
export type FacetPath = Extract<keyof paths, `${string}/facets`>

type Having<Row, Value> = {
  [K in keyof Row]-?: [Row[K]] extends [Value] ? K : never
}[keyof Row] &
  string

interface AnyColumn<Row> {
  /** Key of its text. */
  title: string
  sortable?: boolean
  /** CSS pixels; columns without one share the remaining width. */
  width?: number
  align?: 'start' | 'end'
  /** A number that is a name rather than a quantity, such as a year: no thousands separators. */
  name?: boolean
  /** Hidden until the person chooses it. */
  hidden?: boolean
  /** Cannot be hidden. */
  locked?: boolean
  /** Drawn in a muted colour. */
  muted?: boolean
  /** Order in which columns are dropped when not all fit: 1 first; those without a number last. */
  leaves?: number
  render?: (row: Row, text: Text) => ReactNode
}

/**
 * A column: `key` is its name on the server, by which it is also sorted and filtered; `kind` says how its value is shown, unless
 * it has its own `render`.
 */
export type Column<Row> = AnyColumn<Row> &
  (
    | { kind: 'text'; key: Having<Row, string | number | null> }
    | { kind: 'id'; key: Having<Row, string | null> }
    /** The name of a bank, which the list of banks has in capitals. */
    | { kind: 'bank'; key: Having<Row, string | null> }
    | { kind: 'document'; key: Having<Row, string | null> }
    | { kind: 'time'; key: Having<Row, string | null> }
    | {
        kind: 'status'
        key: Having<Row, string | null>
        /** Its values, unless they are the list's states; the column is wide enough for each. */
        words?: readonly { label: string }[]
      }
    | {
        kind: 'money'
        key: Having<Row, Money | null>
        /** Its header names this currency, so that the cells need not. */
        currency?: string
        /** The server adds it up, unless that says nothing, such as of balances after each entry. */
        summed?: false
      }
    | {
        /** Neither text nor number: only its own drawing can show it. */
        kind: 'drawn'
        key: keyof Row & string
        render: (row: Row, text: Text) => ReactNode
      }
  )

/** The words of a person: what cells and cards need to say something. */
export interface Text {
  t: Translate
  language: Language
}

export interface Status {
  value: string
  /** Key of its word. */
  label: string
  tone: Tone
}

/** A column with few values, by one of which the list may be narrowed. */
export interface Choice {
  key: string
  /** Keys of their words, or the words themselves where people gave them. */
  options: readonly { value: string; label: string }[]
  /** Loads the values that occur, when the filter opens. */
  load?: (signal: AbortSignal) => Promise<Choice['options']>
}

/** A column that may be narrowed by a value that is typed, whole. */
export interface TypedFilter {
  key: string
  kind: 'text' | 'document'
}

/** Tiles above a list: all of its rows, and those with each of some values of a column. */
export interface TilesDefinition {
  key: string
  /**
   * `value`: one, or several with commas between them; `column`: of which, where it is not `key`. Tiles of one column are in
   * place of each other, those of two narrow together. `fleeting`: it has a tile only where there is one of it.
   */
  values: readonly { value: string; label: string; tone?: Tone; column?: string; fleeting?: boolean }[]
  /** Key of their name for those who hear the page. */
  label: string
  /** Key of the word for all rows. */
  all: string
  /** Amounts of one value are opposed to those of another, so that all together are only counted. */
  opposed?: boolean
}

export interface ListDefinition<Row> {
  /** Also the key under which the choice of columns is kept. */
  name: string
  path: ListPath
  rowKey: (row: Row) => string
  columns: readonly Column<Row>[]
  /** The order without a choice; `by` is the key of a sortable column. */
  order: { by: string; sort: 'asc' | 'desc' }
  /** The time column that the period bounds; a list without one has no period. */
  period?: string
  /** Days that the period may have at most, 30 or more. */
  longest?: number
  /** The money column that can be bounded. */
  amount?: string
  /** The column of states, and its states in the order of their life. */
  status?: { key: string; values: readonly Status[] }
  /** Columns to narrow by, beside the state. */
  choices?: readonly Choice[]
  /** Text columns that can be filtered by what is typed. */
  typed?: readonly TypedFilter[]
  /** Time columns to narrow by, beside the period. */
  days?: readonly string[]
  /** Fixed query parameters, for a list of one thing's rows. */
  within?: Readonly<Record<string, string>>
  /** Where its values are counted and its money is added up; without it there are no counts, tiles and sums. */
  facets?: FacetPath
  /** Counts above the list, by which it can be narrowed. */
  tiles?: TilesDefinition
  /** The server's name of the list, under which views of it are saved and it is exported; without it there is neither. */
  views?: string
  /** Key of the text in the search box; without it there is no search. */
  search?: string
  /** Whether a row is still pending: while one is, the list polls, as a record does. */
  waits?: (row: Row) => boolean
  /** The address of a row's record. */
  href?: (row: Row) => string
  /** What can be done with a row, at its end. */
  actions?: { width: number; render: (row: Row, text: Text) => ReactNode }
  /** Whether rows can be ticked. */
  selectable?: boolean
  /** Commands on ticked rows, in a bar that appears with the first tick. */
  bulk?: BulkBar
  /** A row on a phone. */
  card: (
    row: Row,
    text: Text,
  ) => {
    title: ReactNode
    note?: ReactNode
    amount?: ReactNode
    status?: ReactNode
    time?: ReactNode
  }
}

/** A definition without its rows, for what only needs the names. */
export type ListNames = Pick<
  ListDefinition<never>,
  | 'name'
  | 'order'
  | 'period'
  | 'longest'
  | 'amount'
  | 'status'
  | 'search'
  | 'views'
  | 'facets'
  | 'tiles'
  | 'choices'
  | 'typed'
  | 'days'
  | 'within'
> & {
  columns: readonly { key: string; kind: string; sortable?: boolean }[]
}

/** Keeps the type of the rows with the declaration. */
export function defineList<Row>(definition: ListDefinition<Row>): ListDefinition<Row> {
  return definition
}
