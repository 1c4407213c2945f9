import type { Language } from '../../app/i18n'

const CODE = /^[A-Z]{2}$/
const names = new Map<Language, Intl.DisplayNames>()

/** "BR" → "Brazil", in Portuguese "Brasil"; what is no ISO 3166 code of two letters stays as it is, and no country is null. */
export function countryName(code: string | null | undefined, language: Language): string | null {
  if (!code) return null
  if (!CODE.test(code)) return code
  let found = names.get(language)
  if (!found) {
    found = new Intl.DisplayNames(language, { type: 'region' })
    names.set(language, found)
  }
  return found.of(code) ?? code
}
