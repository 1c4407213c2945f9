import { expect, it } from 'vitest'
import { countryName } from './countryName'

it.each([
  ['BR', 'en', 'Brazil'],
  ['BR', 'pt', 'Brasil'],
  ['US', 'en', 'United States'],
  ['TN', 'pt', 'Tunísia'],
  // Codes that nobody has, and what is no code, stay as they were written.
  ['QX', 'en', 'QX'],
  ['Brazil', 'pt', 'Brazil'],
  ['', 'en', null],
  [null, 'pt', null],
] as const)('names the country of %s in %s: %s', (code, language, name) => {
  expect(countryName(code, language)).toBe(name)
})
