import { symbolOf } from '../format'
import type { Column, ListDefinition, Text } from './definition'

/**
 * How wide a column has to be for its words: what is wide enough in one language cuts a word of the other. Reckoned from the
 * letters of Archivo at 12/600, the type of heads and of states: nothing is laid out to be measured.
 */

const NARROW = /[fijlrtI .,:;()'’·-]/g
const CAPITAL = /[A-ZÀ-Ý]/g
const BROAD = /[mwMW@%]/g
/** CSS pixels of a narrow letter, a capital, a broad letter, and any other one. */
const [A_NARROW, A_CAPITAL, A_BROAD, ANOTHER] = [3.8, 8.7, 10.4, 6.95]
/** What stands around a word: the paddings of a cell, the wider one at the edge of the table included; of a state also its dot and ends. */
const CELL = 33
const STATE = CELL + 33
/** CSS pixels of a CNPJ with capitals, its cell included. */
const A_DOCUMENT = 168
/** The sign of the order, beside a head that sorts. */
const ARROW = 12

/** CSS pixels of a word in the type of heads and states, rather too many than too few. */
export function widthOfText(text: string): number {
  const counted = (letters: RegExp) => text.match(letters)?.length ?? 0
  const [narrow, broad] = [counted(NARROW), counted(BROAD)]
  const capital = counted(CAPITAL) - (text.match(/[IMW]/g)?.length ?? 0)
  const others = text.length - narrow - capital - broad
  return narrow * A_NARROW + capital * A_CAPITAL + broad * A_BROAD + others * ANOTHER
}

/** A column's name, as in its heading. */
export function titleOf<Row>(column: Column<Row>, { t }: Text): string {
  return (
    t(column.title) + (column.kind === 'money' && column.currency ? ` (${symbolOf(column.currency)})` : '')
  )
}

/** Columns at least as wide as their heads, and those of states as their longest word. */
export function wideEnough<Row>(
  list: Pick<ListDefinition<Row>, 'status'>,
  columns: readonly Column<Row>[],
  text: Text,
): Column<Row>[] {
  return columns.map((column) => {
    if (column.width === undefined) return column
    const states = column.kind === 'status' ? statesOf(list, column) : []
    const needed = Math.max(
      column.kind === 'document' ? A_DOCUMENT : 0,
      widthOfText(titleOf(column, text)) + CELL + (column.sortable ? ARROW : 0),
      ...states.map(({ label }) => widthOfText(text.t(label)) + STATE),
    )
    return needed > column.width ? { ...column, width: Math.ceil(needed) } : column
  })
}

/** The labels that a column of states can show. */
function statesOf<Row>({ status }: Pick<ListDefinition<Row>, 'status'>, column: Column<Row>) {
  const own = column.kind === 'status' ? column.words : undefined
  return own ?? (status?.key === column.key || !column.render ? (status?.values ?? []) : [])
}
