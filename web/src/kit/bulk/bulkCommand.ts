import type { Selection } from '../list/selection'

/** A Command that a list offers for many rows; its words stand under `words`: label, title, text and submit. */
export interface BulkCommand<Row = never> {
  /** The server's name of it. */
  name: string
  words: string
  permissions: readonly string[]
  danger?: boolean
  /** Its list is of the whole house, so that no merchant has to be chosen. */
  house?: boolean
  /** What of its input is the same whichever rows are meant. */
  input?: Readonly<Record<string, unknown>>
  /** A text of its input that the person types once for all rows; its label stands under `words`, of `text` as `text_label`. */
  asks?: string
  /** A choice of its input that is the same for all rows; its label stands under `words`, its options' labels are keys. */
  picks?: { field: string; options: readonly { value: string; label: string }[] }
  /** It moves the amounts of its rows, or at most them: the sum stands in its button. */
  moves?: 'exactly' | 'at_most'
  /** Whether it can be done to a row as the row stands; without it, to every row. The server judges each again. */
  takes?: (row: Row) => boolean
}

/** What of a selection a Command can be done to. */
export interface Taken {
  selection: Selection
  /** How many were ticked, where it is not done to each of them. */
  of: number | null
}

/** The ticked rows that a Command takes; null where it takes none. Of all that match, nobody knows before it is asked for. */
export function takenOf<Row>({ takes }: BulkCommand<Row>, selection: Selection): Taken | null {
  if (!takes || selection.kind !== 'ids') return { selection, of: null }
  // A row whose page is gone from the memory is the server's to judge.
  const taken = [...selection.rows].filter(([, row]) => row === undefined || takes(row as Row))
  if (taken.length === 0) return null
  if (taken.length === selection.rows.size) return { selection, of: null }
  return { selection: { kind: 'ids', rows: new Map(taken) }, of: selection.rows.size }
}
