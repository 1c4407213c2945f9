import { hasText, type Translate, wordsOf } from '../app/i18n'

const wordOf = wordsOf('common')

/** What people call a role: one that comes with the house has its name in both languages, any other the name it was given. */
export const roleName = (t: Translate, name: string): string => wordOf(t, 'role', name)

export const roleNames = (t: Translate, names: readonly string[]): string =>
  names.map((name) => roleName(t, name)).join(', ')

/** The key of its text, for a choice in a filter; the name itself where it has none. */
export const roleKey = (name: string): string =>
  hasText(`common.role.${name}`) ? `common.role.${name}` : name
