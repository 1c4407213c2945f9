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

/** What is compared: the amount alone, or with all that the merchant has moved so that day. */
export type Compared = 'amount' | 'today'

const ABOVE = /^(amount|today) > (\d{1,12})$/

/** What, and the minor units above which it asks for approval; null when a condition says something else. */
export function aboveOf(condition: string): { compared: Compared; amount: number } | null {
  const found = ABOVE.exec(condition.trim())
  return found ? { compared: found[1] as Compared, amount: Number(found[2]) } : null
}

export const aboveCondition = (compared: Compared, amount: number) => `${compared} > ${amount}`

/** When a condition asks for approval. */
export function whenOf(condition: string, t: Translate, language: Language): string {
  const above = aboveOf(condition)
  if (above === null) {
    return condition ? t('approvals.sentence.when', { condition }) : t('approvals.sentence.always')
  }
  const amount = formatMoney({ amount: above.amount, currency: 'BRL' }, language)
  return t(above.compared === 'today' ? 'approvals.sentence.above_today' : 'approvals.sentence.above', {
    amount,
  })
}

/** The policy in one sentence, so that nobody has to read its fields together. */
export function sentenceOf(policy: Told, t: Translate, language: Language): string {
  return [
    t('approvals.sentence.needs', {
      command: wordOf(t, 'command', policy.command ?? ''),
      when: whenOf(policy.condition ?? '', t, language),
      count: policy.needed ?? 1,
    }),
    policy.distinct_teams && t('approvals.sentence.distinct_teams'),
    policy.emergency &&
      t('approvals.sentence.emergency', { permission: wordOf(t, 'permission', policy.emergency) }),
  ]
    .filter(Boolean)
    .join(' ')
}
