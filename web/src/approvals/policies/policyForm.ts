import type { Translate } from '../../app/i18n'
import type { Errors } from '../../kit/command/CommandDialog'
import type { PolicyInput, PolicyRow } from '../approvals'
import { aboveCondition, aboveOf } from './sentence'

/** A policy as its form holds it. */
export interface PolicyForm {
  name: string
  command: string
  when: 'always' | 'above' | 'above_today' | 'condition'
  /** Minor units. */
  above: number | null
  condition: string
  permission: string
  needed: string
  distinct_teams: boolean
  expires_days: string
  /** Empty: nobody decides alone. */
  emergency: string
  active: boolean
}

export const DECIDE = 'approvals::requests:decide'

export const EMPTY_POLICY: PolicyForm = {
  name: '',
  command: '',
  when: 'above',
  above: null,
  condition: '',
  permission: DECIDE,
  needed: '1',
  distinct_teams: false,
  expires_days: '7',
  emergency: '',
  active: true,
}

export const MOST_NEEDED = 5
const MOST_DAYS = 90
const WHEN_OF = { amount: 'above', today: 'above_today' } as const

export function formOf(policy: PolicyRow): PolicyForm {
  const condition = policy.condition ?? ''
  const above = aboveOf(condition)
  return {
    name: policy.name ?? '',
    command: policy.command ?? '',
    when: above ? WHEN_OF[above.compared] : condition ? 'condition' : 'always',
    above: above?.amount ?? null,
    condition: above === null ? condition : '',
    permission: policy.permission ?? DECIDE,
    needed: String(policy.needed ?? 1),
    distinct_teams: policy.distinct_teams,
    expires_days: String(policy.expires_days ?? 7),
    emergency: policy.emergency ?? '',
    active: policy.active,
  }
}

/** The condition that the form means; null while an amount is missing. */
export function conditionOf({ when, above, condition }: PolicyForm): string | null {
  if (when === 'always') return ''
  if (when === 'condition') return condition.trim()
  return above === null ? null : aboveCondition(when === 'above' ? 'amount' : 'today', above)
}

export function readPolicy(form: PolicyForm, t: Translate): { input: PolicyInput } | { errors: Errors } {
  const condition = conditionOf(form)
  const days = Number(form.expires_days)
  const required = t('common.field_required')
  const errors: Errors = {
    ...(!form.name.trim() && { name: required }),
    ...(!form.command && { command: required }),
    ...(condition === null && { above: required }),
    ...(form.when === 'condition' && !condition && { condition: required }),
    ...(!(Number.isInteger(days) && days >= 1 && days <= MOST_DAYS) && {
      expires_days: t('common.out_of_range'),
    }),
  }
  if (Object.keys(errors).length || condition === null) return { errors }
  return {
    input: {
      name: form.name.trim(),
      command: form.command,
      condition,
      permission: form.permission,
      needed: Number(form.needed),
      distinct_teams: form.distinct_teams,
      expires_days: days,
      emergency: form.emergency || null,
      active: form.active,
    },
  }
}
