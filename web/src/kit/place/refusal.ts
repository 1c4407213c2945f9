import { type Translate, wordsOf } from '../../app/i18n'

/** What a bank says of money that leaves, in words: one way on every screen. The texts stand under `transfers`. */

const wordOf = wordsOf('transfers')

/** What a person does after each of the codes that are not for the provider's staff. */
const NEXT: Readonly<Record<string, string>> = {
  AB03: 'again',
  AB09: 'again',
  AB11: 'again',
  ED05: 'again',
  AM04: 'again',
  AC03: 'account',
  AC06: 'account',
  AC07: 'account',
  AC14: 'account',
  AG03: 'account',
  BE01: 'holder',
  CH11: 'holder',
  AM02: 'less',
}

/** Why a bank refused, and what can be done about it, in words; null for a code that this page does not know. */
export function refusalOf(t: Translate, code: string | null): { why: string; next: string } | null {
  if (!code || wordOf(t, 'code', code) === code) return null
  return { why: wordOf(t, 'code', code), next: wordOf(t, 'code_next', NEXT[code] ?? 'ask') }
}
