// @vitest-environment node
import { expect, it } from 'vitest'
import { TITLE_CASE_SMALL_WORDS } from './constants'
import { titleCase } from './titleCase'

it.each([
  ['MARIA DA SILVA', 'Maria da Silva'],
  ['ana beatriz dos santos e souza', 'Ana Beatriz dos Santos e Souza'],
  ['o boticário', 'O Boticário'],
  ['ÉRICA  de ávila-ÁLVARES', 'Érica  de Ávila-Álvares'],
  ["(joão) d'ávila", "(João) D'ávila"],
  ['list of payments by merchant', 'List of Payments by Merchant'],
  ['', ''],
  ['🏪 loja', '🏪 Loja'],
])('%s in title case is %s', (text, title) => expect(titleCase(text)).toBe(title))

it('title case keeps every small word of the specification small', () => {
  for (const word of TITLE_CASE_SMALL_WORDS) expect(titleCase(`X ${word} X`)).toBe(`X ${word} X`)
})
