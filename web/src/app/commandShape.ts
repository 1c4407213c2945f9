/** What the web knows of a Command, to call it and to draw its form. */

export interface CommandField {
  /** As the server names it: `amount`, `payer.name`. */
  name: string
  /** A `day` is yyyy-mm-dd; a `decimal` is a text with a point: "33.33". */
  kind: 'text' | 'decimal' | 'money' | 'whole' | 'flag' | 'choice' | 'day' | 'other'
  required: boolean
  /** The part of the input that is left out as a whole when none of its fields is filled. */
  group?: string
  most?: number
  least?: number
  choices?: readonly string[]
  usual?: string | number | boolean
}

export interface CommandShape {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  /** Null: whoever is signed in may try. */
  permission: string | null
  /** Whether what it would do can be asked for first, at `<path>/plan`. */
  plan: boolean
  fields: readonly CommandField[]
}
