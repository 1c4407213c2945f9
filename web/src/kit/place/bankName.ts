import { TITLE_CASE_SMALL_WORDS } from '../../app/constants'

/** Small words as the names of banks have them: "A" and "O" are initials there. */
const SMALL: ReadonlySet<string> = new Set([
  ...TITLE_CASE_SMALL_WORDS.filter((word) => word.length > 1 || word === 'e'),
  'ao',
  'no',
  'à',
])
/** Short words that are no initials. */
const WORDS: ReadonlySet<string> = new Set(
  'all asa bco bit biz cia cor efí est fdo get inv la lar luz max nu out pan pay red rio ser sul são sa via we'.split(
    ' ',
  ),
)
/** Long initials that could be read aloud. */
const INITIALS: ReadonlySet<string> = new Set('bbva berj bndes cecm icap icbc mufg scfi'.split(' '))

const CODE = /\p{N}/u
const VOWEL = /[AEIOUYÀ-Ý]/

/**
 * "BCO DO BRASIL S.A." → "Banco do Brasil S.A.": the Central Bank's list of banks is written in capitals. Initials, states
 * and brands with a digit keep theirs; a name that already has small letters stays as it is.
 */
export function bankName(name: string): string
export function bankName(name: string | null | undefined): string | null
export function bankName(name: string | null | undefined): string | null {
  if (!name) return null
  if (name !== name.toLocaleUpperCase('pt-BR')) return name
  return name.replace(/[\p{L}\p{N}]+/gu, (word, place: number) => {
    const small = word.toLocaleLowerCase('pt-BR')
    const alone =
      place > 0 && /[\s-]/.test(name[place - 1] ?? '') && /\s/.test(name[place + word.length] ?? '')
    if (alone && SMALL.has(small)) return small
    if (small === 'bco') return 'Banco'
    if (CODE.test(word) || INITIALS.has(small) || !VOWEL.test(word)) return word === 'LTDA' ? 'Ltda' : word
    if (word.length < 4 && !WORDS.has(small)) return word
    return word.slice(0, 1) + small.slice(1)
  })
}
