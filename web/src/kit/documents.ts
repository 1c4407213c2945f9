/**
 * CPF and CNPJ, the alphanumeric CNPJ included (IN RFB 2.229/2024). The server checks again; here a person hears it while
 * they type.
 */

export type DocumentProblem = 'empty' | 'characters' | 'length' | 'repeated' | 'check_digits'

/** Upper case without punctuation, as it is kept and sent. */
export function plainDocument(text: string): string {
  return text.replace(/[\s./-]/g, '').toUpperCase()
}

/** What is wrong with a document, or null for a CPF or CNPJ with right check digits. */
export function documentProblem(text: string): DocumentProblem | null {
  const value = plainDocument(text)
  if (!value) return 'empty'
  // Only the first twelve places of a CNPJ may hold letters.
  if (!/^[\dA-Z]+$/.test(value)) return 'characters'
  if (value.length !== 11 && value.length !== 14) return 'length'
  if (!/^\d+$/.test(value.length === 11 ? value : value.slice(-2))) return 'characters'
  // 111.111.111-11 and its like pass the sum, and are nobody's.
  if (new Set(value).size === 1) return 'repeated'
  return checkDigits(value.slice(0, -2)) === value.slice(-2) ? null : 'check_digits'
}

/** Weights run 2, 3, 4… from the right; for a CNPJ they begin again after 9. */
function checkDigits(base: string): string {
  const round = base.length === 9 ? 10 : 8
  const digit = (characters: string) => {
    const last = characters.length - 1
    const sum = Array.from(characters).reduce(
      (total, character, place) => total + (character.charCodeAt(0) - 48) * (((last - place) % round) + 2),
      0,
    )
    return sum % 11 < 2 ? '0' : String(11 - (sum % 11))
  }
  const first = digit(base)
  return first + digit(base + first)
}
