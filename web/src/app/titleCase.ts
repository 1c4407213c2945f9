import { TITLE_CASE_SMALL_WORDS } from './constants'

const SMALL: ReadonlySet<string> = new Set(TITLE_CASE_SMALL_WORDS)

const capital = (word: string) => word.replace(/^\P{L}*\p{L}/u, (start) => start.toLocaleUpperCase('pt-BR'))

/** "MARIA DA SILVA" → "Maria da Silva": capitalizes every word except particles that are not the first word. */
export function titleCase(text: string): string {
  return text
    .toLocaleLowerCase('pt-BR')
    .split(/(\s+)/)
    .map((word, place) => (place > 0 && SMALL.has(word) ? word : word.split('-').map(capital).join('-')))
    .join('')
}
