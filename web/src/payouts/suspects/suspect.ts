import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import { type Translate, wordsOf } from '../../app/i18n'
import type { PlanWords } from '../../kit/command/plan'
import type { Status } from '../../kit/list/definition'

/** An entry of the suspects, as the server tells it to staff. */

export type SuspectRow = Answer<'/v1/payouts/suspects', 'get'>[number]
export type SuspectRecord = Answer<'/v1/payouts/suspects/{id}', 'get'>
export type SuspectInput = components['schemas']['SuspectInput']

export const SUSPECTS_PATH = '/dashboard/payouts/data-qualification/suspects'
export const suspectPath = (id: string) => `${SUSPECTS_PATH}/${id}`

export const MAY_READ = ['payout::dataQualification:read']
export const MAY_WRITE = ['payout::dataQualification:write']

export const SUSPECT_STATUSES: readonly Status[] = [
  { value: 'active', tone: 'error', label: 'suspects.status.active' },
  { value: 'expired', tone: 'neutral', label: 'suspects.status.expired' },
  { value: 'removed', tone: 'neutral', label: 'suspects.status.removed' },
]
export const CAUSES = ['fraud_report', 'mule_account', 'account_takeover', 'court_order', 'other'] as const

export const wordOf = wordsOf('suspects')

const SHOWN = new Set(['status', 'removal_reason', 'removed_by'])

/** Words of a plan about an entry. */
export function planWords(t: Translate): PlanWords {
  return {
    field: (field) => (SHOWN.has(field) ? t(`suspects.column.${field}`) : null),
    value: (field, value) => {
      if (value === null || typeof value === 'object') return '—'
      return field === 'status' ? wordOf(t, 'status', String(value)) : String(value)
    },
  }
}
