import type { components } from '../../app/api-types'
import { hasText, type Language, type Translate } from '../../app/i18n'
import { formatNumber } from '../../kit/format'

/** What is wrong with a mailbox of a bank, or with a file of one, in words. */

export type MailboxProblem = components['schemas']['MailboxProblem']

/** About how many; the others are about a folder, a file or a fingerprint. */
const COUNTED: ReadonlySet<string> = new Set(['left', 'too_large'])

/** The sentence of a problem; of one that is newer than this page, what the library said. */
export function problemWord(t: Translate, language: Language, problem: MailboxProblem | null): string {
  if (!problem) return ''
  const { code, about, text } = problem
  const key = `payoutFiles.mailbox.wrong.${code}`
  if (!hasText(key)) return text
  return t(key, { about: COUNTED.has(code) ? formatNumber(Number(about), language) : about, said: text })
}
