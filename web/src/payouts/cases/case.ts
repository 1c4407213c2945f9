import type { Answer } from '../../app/api'
import { type Translate, wordsOf } from '../../app/i18n'
import type { PlanWords } from '../../kit/command/plan'
import type { Status } from '../../kit/list/definition'

/** A case: what the bank did and no payment explains, as the server tells it to staff. */

export type CaseRow = Answer<'/v1/payouts/cases', 'get'>[number]
export type CaseRecord = Answer<'/v1/payouts/cases/{id}', 'get'>

export const ADMINISTRATION_PATH = '/dashboard/payouts/administration'
export const CASES_PATH = `${ADMINISTRATION_PATH}/cases`
export const casePath = (id: string) => `${CASES_PATH}/${id}`

export const MAY_DECIDE = ['payout::exception:decide']

export const CASE_STATUSES: readonly Status[] = [
  { value: 'open', tone: 'error', label: 'payoutCases.status.open' },
  { value: 'proposed', tone: 'atention', label: 'payoutCases.status.proposed' },
  { value: 'settled', tone: 'success', label: 'payoutCases.status.settled' },
]
export const KINDS = [
  'paid_after_failed',
  'paid_twice',
  'return_unmatched',
  'refused_after_paid',
  'owner_changed',
  'file_gap',
] as const
export const OUTCOMES = ['merchant', 'losses', 'bank', 'accepted'] as const

/** How a case may end: what moved no money is accepted, and nothing else is. */
export const outcomesOf = (incoming: boolean | null) =>
  OUTCOMES.filter((each) => (each === 'accepted') === (incoming === null))

export const wordOf = wordsOf('payoutCases')

/** Words of a plan about a case. */
export function planWords(t: Translate): PlanWords {
  return {
    field: (field) =>
      field === 'status' || field === 'outcome' || field === 'reason' || field === 'reference'
        ? t(`payoutCases.column.${field}`)
        : null,
    value: (field, value) => {
      if (value === null || typeof value === 'object') return '—'
      return field === 'status' || field === 'outcome' ? wordOf(t, field, String(value)) : String(value)
    },
  }
}
