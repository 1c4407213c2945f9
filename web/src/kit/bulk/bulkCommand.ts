/** A Command that a list offers for many rows; its words stand under `words`: label, title, text and submit. */
export interface BulkCommand {
  /** The server's name of it. */
  name: string
  words: string
  permissions: readonly string[]
  danger?: boolean
  /** What of its input is the same whichever rows are meant. */
  input?: Readonly<Record<string, unknown>>
  /** A text of its input that the person types once for all rows; its label stands under `words`, of `text` as `text_label`. */
  asks?: string
  /** A choice of its input that is the same for all rows; its label stands under `words`, its options' labels are keys. */
  picks?: { field: string; options: readonly { value: string; label: string }[] }
  /** It moves the amounts of its rows, or at most them: the sum stands in its button. */
  moves?: 'exactly' | 'at_most'
}
