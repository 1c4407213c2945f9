import type { Answer } from '../../app/api'
import { type Language, type Translate, wordsOf } from '../../app/i18n'
import type { PlanWords } from '../../kit/command/plan'
import { formatMoney } from '../../kit/format'
import type { Status } from '../../kit/list/definition'

/** What a case of the MED is, as the server tells it, and what can be said of it. */

export type CaseRow = Answer<'/v1/payin/disputes', 'get'>[number]
export type CaseRecord = Answer<'/v1/payin/disputes/{id}', 'get'>

export const MAY_ANSWER = ['payin::refund:write']
export const MAY_DECIDE = ['payin::med:decide']

export const CASE_STATUSES: readonly Status[] = [
  { value: 'to_answer', tone: 'atention', label: 'med.status.to_answer' },
  { value: 'in_analysis', tone: 'awaiting', label: 'med.status.in_analysis' },
  { value: 'agreed', tone: 'awaiting', label: 'med.status.agreed' },
  { value: 'recovering', tone: 'awaiting', label: 'med.status.recovering' },
  { value: 'returned', tone: 'info', label: 'med.status.returned' },
  { value: 'partly_returned', tone: 'info', label: 'med.status.partly_returned' },
  { value: 'disagreed', tone: 'success', label: 'med.status.disagreed' },
  { value: 'cancelled', tone: 'neutral', label: 'med.status.cancelled' },
  { value: 'expired', tone: 'neutral', label: 'med.status.expired' },
]

export const REASONS = [
  { value: 'fraud', label: 'med.reason.fraud' },
  { value: 'operational_flaw', label: 'med.reason.operational_flaw' },
]

/** Characters of a defence, and of what is told to the payer's bank. */
export const LONGEST = 2000

/** The words of what the server names. */
export const wordOf = wordsOf('med')

/** Of a case, what is worth a line in a plan. */
const SHOWN = new Set(['status', 'decision', 'agreed', 'blocked', 'returned', 'missing'])

export function planWords(t: Translate, language: Language): PlanWords {
  return {
    field: (name) => (SHOWN.has(name) ? t(`med.column.${name}`) : null),
    value: (field, value) => {
      if (value === null) return '—'
      if (typeof value === 'object') return formatMoney(value, language)
      return wordOf(t, field === 'decision' ? 'decision' : 'status', String(value))
    },
  }
}
