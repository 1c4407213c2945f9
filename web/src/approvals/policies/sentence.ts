import type { Language, Translate } from '../../app/i18n'
import { formatMoney } from '../../kit/format'
import { wordOf } from '../approvals'

/** What a policy says, as far as a sentence needs it. */
export interface Told {
  command: string | null
  condition: string | null
  permission: string | null
  needed: number | null
  distinct_teams: boolean
  emergency?: string | null
}

const ABOVE = /^amount > (\d{1,12})$/

/** The amount, in minor units, above which a condition asks for approval; null when it says something else. */
export function aboveOf(condition: string): number | null {
  const found = ABOVE.exec(condition.trim())
  return found ? Number(found[1]) : null
}

export const aboveCondition = (amount: number) => `amount > ${amount}`

/** The policy in one sentence, so that nobody has to read its fields together. */
export function sentenceOf(policy: Told, t: Translate, language: Language): string {
  const condition = policy.condition ?? ''
  const above = aboveOf(condition)
  const when =
    above !== null
      ? t('approvals.sentence.above', { amount: formatMoney({ amount: above, currency: 'BRL' }, language) })
      : condition
        ? t('approvals.sentence.when', { condition })
        : t('approvals.sentence.always')
  return [
    t('approvals.sentence.needs', {
      command: wordOf(t, 'command', policy.command ?? ''),
      when,
      count: policy.needed ?? 1,
    }),
    policy.distinct_teams && t('approvals.sentence.distinct_teams'),
    policy.emergency &&
      t('approvals.sentence.emergency', { permission: wordOf(t, 'permission', policy.emergency) }),
  ]
    .filter(Boolean)
    .join(' ')
}
