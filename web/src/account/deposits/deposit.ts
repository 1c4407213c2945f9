import type { Answer } from '../../app/api'
import { type Language, type Translate, wordsOf } from '../../app/i18n'
import type { PlanWords } from '../../kit/command/plan'
import { formatMoney, formatTime } from '../../kit/format'
import type { Status } from '../../kit/list/definition'

/** What a deposit is, as the server tells it, and what can be said of it. */

export type DepositRow = Answer<'/v1/account/deposits', 'get'>[number]
export type DepositRecord = Answer<'/v1/account/deposits/{id}', 'get'>

export const DEPOSITS_PATH = '/dashboard/account/deposits/list'
export const depositPath = (id: string) => `/dashboard/account/deposits/${id}`

export const MAY_DECIDE = ['payout::deposit:write']

/** Whether it can go back, as far as its row tells; how long ago it came is judged with the deposit itself. */
export const isReturnable = ({ method, status }: Pick<DepositRow, 'method' | 'status'>) =>
  method === 'pix' && ['unidentified', 'credited', 'claimed'].includes(status)

/** Whether another merchant of this provider paid it. */
export const isInternal = ({ method }: Pick<DepositRow, 'method'>) => method === 'internal'

export const DEPOSIT_STATUSES: readonly Status[] = [
  { value: 'unidentified', tone: 'atention', label: 'deposits.status.unidentified' },
  { value: 'credited', tone: 'success', label: 'deposits.status.credited' },
  { value: 'claimed', tone: 'success', label: 'deposits.status.claimed' },
  { value: 'returning', tone: 'awaiting', label: 'deposits.status.returning' },
  { value: 'returned', tone: 'info', label: 'deposits.status.returned' },
]

/** The words of what the server names. */
export const wordOf = wordsOf('deposits')

/** Of a deposit, what is worth a line in a plan. */
const SHOWN = new Set(['status', 'given_back', 'company_name', 'matched_by', 'identified_at', 'reason'])

export function planWords(t: Translate, language: Language): PlanWords {
  return {
    field: (name) => (SHOWN.has(name) ? t(`deposits.column.${name}`) : null),
    value: (field, value) => {
      if (value === null) return '—'
      if (typeof value === 'object') return formatMoney(value, language)
      const text = String(value)
      if (field === 'status' || field === 'matched_by') return wordOf(t, field, text)
      return field === 'identified_at' ? formatTime(text, language) : text
    },
  }
}
