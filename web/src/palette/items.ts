import type { LucideIcon } from 'lucide-react'

/** Something that the palette offers. */
export interface Item {
  key: string
  label: string
  /** Where it belongs, or what it is. */
  note?: string
  icon?: LucideIcon
  /** Its label in the other language. */
  also?: string
  /** What else it is found by. */
  words?: string
  run: () => void
}

export interface Group {
  /** Its heading. */
  value: string
  items: Item[]
}

/** Without accents and capitals. */
export const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** 0: the label begins so, in one of the languages; 1: a word of it does; 2: it is somewhere; null: not found by every word that was typed. */
function rank({ label, also = '', note = '', words = '' }: Item, wanted: string): number | null {
  const names = [plain(label), plain(also)]
  const all = plain(`${label} ${also} ${note} ${words}`)
  if (!wanted.split(/\s+/).every((word) => all.includes(word))) return null
  if (names.some((name) => name.startsWith(wanted))) return 0
  return names.some((name) => name.includes(` ${wanted}`)) ? 1 : 2
}

/** What was meant, best first; with nothing typed, all of them in their order. */
export function matching(items: readonly Item[], typed: string): Item[] {
  const wanted = plain(typed.trim())
  if (!wanted) return [...items]
  return items
    .map((item) => ({ item, place: rank(item, wanted) }))
    .filter(({ place }) => place !== null)
    .toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0))
    .map(({ item }) => item)
}

/** Whether lists are asked for a text: an id, a document, a part of a name, an amount. */
export function isAsked(typed: string): boolean {
  const text = typed.trim()
  return text.length >= SHORTEST && text.length <= LONGEST && /[\p{L}\d]{2}/u.test(text)
}

const SHORTEST = 3
const LONGEST = 200
