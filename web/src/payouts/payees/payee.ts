import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import { type Translate, wordsOf } from '../../app/i18n'
import type { PlanWords } from '../../kit/command/plan'
import type { Status } from '../../kit/list/definition'
import type { Tone } from '../../ui/Badge'

/** What a payee is, as the server tells it, and what can be said of it. */

export type PayeeRow = Answer<'/v1/payouts/payees', 'get'>[number]
export type PayeeRecord = Answer<'/v1/payouts/payees/{id}', 'get'>
export type PayeeInput = components['schemas']['PayeeInput']
export type Destination = PayeeRecord['places'][number]
export type Confirmation = NonNullable<Destination['confirmation']>

const BASE = '/dashboard/payouts/data-qualification/individual'
export const PAYEES_PATH = `${BASE}/list`
export const SUSPECTS_PATH = '/dashboard/payouts/data-qualification/suspects'
export const IMPORTS_PATH = '/dashboard/payouts/data-qualification/imports'
export const payeePath = (id: string) => `${BASE}/${id}`

export const MAY_READ = ['payout::dataQualification:read']
export const MAY_WRITE = ['payout::dataQualification:write']

const statuses = (group: string, tones: Readonly<Record<string, Tone>>): readonly Status[] =>
  Object.entries(tones).map(([value, tone]) => ({ value, tone, label: `payees.${group}.${value}` }))

export const PAYEE_STATUSES = statuses('status', {
  pending: 'awaiting',
  qualified: 'success',
  divergent: 'error',
  expired: 'atention',
  blocked: 'neutral',
})
export const MATCH_CLASSES = statuses('match_class', {
  match: 'success',
  close: 'atention',
  no: 'error',
  impossible: 'neutral',
  unchecked: 'neutral',
})
export const DESTINATION_STATES = statuses('destination', {
  new: 'info',
  cooling: 'awaiting',
  trusted: 'success',
  refused: 'error',
  retired: 'neutral',
})

export const wordOf = wordsOf('payees')

const SHOWN = new Set(['name', 'trade_name', 'status', 'reason', 'match_class', 'destinations'])

/** Words of a plan about a payee. */
export function planWords(t: Translate): PlanWords {
  return {
    field: (field) => (SHOWN.has(field) ? t(`payees.column.${field}`) : null),
    value: (field, value) => {
      if (value === null || typeof value === 'object') return '—'
      return field === 'status' || field === 'match_class' ? wordOf(t, field, String(value)) : String(value)
    },
  }
}
