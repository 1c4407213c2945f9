/** A Command that a list offers for many rows; its words stand under `words`: label, title, text and submit. */
export interface BulkCommand {
  /** The server's name of it. */
  name: string
  words: string
  permissions: readonly string[]
  danger?: boolean
  /** It moves the amounts of its rows, or at most them: the sum stands in its button. */
  moves?: 'exactly' | 'at_most'
}
