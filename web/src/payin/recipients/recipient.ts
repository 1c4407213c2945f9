import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import type { Language, Translate } from '../../app/i18n'
import { wordsOf } from '../../app/i18n'
import type { PlanWords } from '../../kit/command/plan'
import { formatMoney } from '../../kit/format'
import type { Status } from '../../kit/list/definition'

/** What a recipient is, as the server tells it, and what can be said of it. */

export type RecipientRow = Answer<'/v1/payin/recipients', 'get'>[number]
export type RecipientRecord = Answer<'/v1/payin/recipients/{id}', 'get'>
export type RecipientInput = components['schemas']['RecipientInput']
export type RuleInput = components['schemas']['SplitRuleInput']
export type RuleRow = Answer<'/v1/payin/split-rules', 'get'>[number]

export const RECIPIENTS_PATH = '/dashboard/payin/recipients/list'
export const SPLITS_PATH = '/dashboard/payin/recipients/splits'
export const recipientPath = (id: string) => `/dashboard/payin/recipients/${id}`

export const MAY_WRITE = ['payin::recipients:write']
export const MAY_PAY_OUT = ['payin::withdrawals:write']

export const RECIPIENT_STATUSES: readonly Status[] = [
  { value: 'active', tone: 'success', label: 'recipients.status.active' },
  { value: 'suspended', tone: 'atention', label: 'recipients.status.suspended' },
]

/** Of where a recipient is paid out to, and of its payouts; their words are those of withdrawals. */
export const ACCOUNT_STATUSES: readonly Status[] = [
  { value: 'pending_verification', tone: 'awaiting', label: 'transfers.account_status.pending_verification' },
  { value: 'verified', tone: 'success', label: 'transfers.account_status.verified' },
  { value: 'rejected', tone: 'error', label: 'transfers.account_status.rejected' },
  { value: 'disabled', tone: 'neutral', label: 'transfers.account_status.disabled' },
]

const TONES = {
  created: 'info',
  pending: 'awaiting',
  in_bank_processing: 'awaiting',
  blocked: 'atention',
  done: 'success',
  failed: 'error',
  cancelled: 'neutral',
} as const

export const PAYOUT_STATUSES: readonly Status[] = Object.entries(TONES).map(([value, tone]) => ({
  value,
  tone,
  label: `transfers.status.${value}`,
}))

export const wordOf = wordsOf('recipients')

const SHOWN = new Set(['name', 'status', 'reason', 'bank_account_id'])

/** Words of a plan about one recipient; its ledger account goes by its name. */
export function planWords(t: Translate, language: Language, name: string): PlanWords {
  return {
    account: (code) => (code.startsWith('recipient.') ? name : null),
    field: (field) => (SHOWN.has(field) ? t(`recipients.column.${field}`) : null),
    value: (field, value) => {
      if (value === null) return '—'
      if (typeof value === 'object') return formatMoney(value, language)
      if (field === 'bank_account_id') return t('recipients.plan.account')
      return field === 'status' ? wordOf(t, 'status', String(value)) : String(value)
    },
  }
}
