/** JSON cut into what is coloured and what is not, in order; together the parts are the text. */

export interface JsonPart {
  text: string
  /** `plain`: brackets, commas and spaces. */
  kind: 'name' | 'string' | 'value' | 'plain'
  /** Where it begins in the text. */
  from: number
}

/** A string, with the colon of a name behind it; or a number, true, false, null. */
const PART = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\b\d[\d.eE+-]*\b|\b(?:true|false|null)\b/g
/** Letters above which colours would cost more than they help. */
const MOST = 20_000

export function jsonParts(text: string): JsonPart[] {
  if (text.length > MOST || !/^\s*[[{]/.test(text)) return [{ text, kind: 'plain', from: 0 }]
  const parts: JsonPart[] = []
  let from = 0
  const put = (kind: JsonPart['kind'], part: string) => {
    if (part) parts.push({ text: part, kind, from })
    from += part.length
  }
  for (const found of text.matchAll(PART)) {
    const [whole, string, colon] = found
    put('plain', text.slice(from, found.index))
    if (string && colon) {
      put('name', string)
      put('plain', colon)
    } else put(string ? 'string' : 'value', whole)
  }
  put('plain', text.slice(from))
  return parts
}
