import { TITLE_CASE_SMALL_WORDS } from '../app/constants'

const isSmall = (word: string) => (TITLE_CASE_SMALL_WORDS as readonly string[]).includes(word.toLowerCase())
const firstLetter = (word = '') => Array.from(word)[0] ?? ''

/** Two letters for a name: of a person the first and last word ("Diego de Souza Ramos" → DR), of a thing the first two ("Oficina do Zé ME" → OZ). */
export function initials(name: string, of: 'person' | 'thing' = 'person'): string {
  const words = name.split(/[\s._-]+/).filter((word) => word && !isSmall(word))
  const second = of === 'thing' ? words[1] : words.slice(1).at(-1)
  return (firstLetter(words[0]) + firstLetter(second)).toUpperCase()
}
