import type { RawLine } from '../file'

export type LineField = RawLine['fields'][number]

/** A stretch of a line: a field, or what lies between fields. */
export interface Segment {
  start: number
  text: string
  field: LineField | null
}

/** A line cut at its fields, whole from its first place to its last. */
export function segmentsOf({ text, fields }: RawLine): Segment[] {
  const segments: Segment[] = []
  let at = 0
  const until = (end: number, field: LineField | null) => {
    const stretch = text.slice(at, end)
    if (stretch) segments.push({ start: at, text: stretch, field })
    at = Math.max(at, end)
  }
  for (const field of fields) {
    until(field.column - 1, null)
    until(field.column - 1 + field.length, field)
  }
  until(text.length, null)
  return segments
}

/** Its bytes as a hex dump; each letter of a line is one byte of the file. */
export function hexOf(text: string): string {
  return Array.from(text, (letter) =>
    (letter.codePointAt(0) ?? 0).toString(16).padStart(2, '0').toUpperCase(),
  ).join(' ')
}
