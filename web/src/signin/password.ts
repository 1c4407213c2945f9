import { PASSWORD_MIN_LENGTH } from '../app/constants'

/** What a new password has to have, in the order in which it is checked; the names are those of the texts. */
const RULES = [
  ['min_length_required', (password: string) => Array.from(password).length >= PASSWORD_MIN_LENGTH],
  ['upper_case', (password: string) => /\p{Uppercase}/u.test(password)],
  ['lower_case', (password: string) => /\p{Lowercase}/u.test(password)],
  ['numbers', (password: string) => /\p{Nd}/u.test(password)],
  ['alphas', (password: string) => /[^\p{L}\p{N}_]/u.test(password)],
] as const

export type PasswordRule = (typeof RULES)[number][0]

export function passwordRules(password: string): { rule: PasswordRule; met: boolean }[] {
  return RULES.map(([rule, met]) => ({ rule, met: met(password) }))
}

/** Key of the first thing that is wrong with a new password, or null. */
export function passwordProblem(password: string): string | null {
  if (!password) return 'common.field_required'
  const broken = passwordRules(password).find(({ met }) => !met)
  return broken ? `login.invalid_password.${broken.rule}` : null
}
