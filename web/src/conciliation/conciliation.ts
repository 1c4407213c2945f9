import type { Answer } from '../app/api'
import { hasText, type Translate, wordsOf } from '../app/i18n'
import type { Status } from '../kit/list/definition'

/** What conciliation is about, as the server tells it, and where its screens are. */

export type LineRow = Answer<'/v1/conciliation/bank-lines', 'get'>[number]
export type Line = Answer<'/v1/conciliation/bank-lines/{id}', 'get'>
export type FileRow = Answer<'/v1/conciliation/statement-files', 'get'>[number]
export type StatementFile = Answer<'/v1/conciliation/statement-files/{id}', 'get'>
export type ExceptionRow = Answer<'/v1/conciliation/exceptions', 'get'>[number]
export type Exception = Answer<'/v1/conciliation/exceptions/{id}', 'get'>
export type AccountRow = Answer<'/v1/conciliation/house-accounts', 'get'>[number]
export type HouseAccount = Answer<'/v1/conciliation/house-accounts/{id}', 'get'>
export type RuleRow = Answer<'/v1/conciliation/rules', 'get'>[number]
export type Rule = Answer<'/v1/conciliation/rules/{id}', 'get'>
export type DayRow = Answer<'/v1/conciliation/days', 'get'>[number]
export type Day = Answer<'/v1/conciliation/days/{id}', 'get'>
export type Known = Answer<'/v1/conciliation/days/{id}/known', 'get'>
export type AdjustmentRow = Answer<'/v1/conciliation/adjustments', 'get'>[number]
export type Adjustment = Answer<'/v1/conciliation/adjustments/{id}', 'get'>

const BASE = '/dashboard/conciliation/internal'
export const LINES_PATH = `${BASE}/bank-statement`
export const FILES_PATH = `${LINES_PATH}/files`
export const EXCEPTIONS_PATH = `${LINES_PATH}/exceptions`
export const ACCOUNTS_PATH = `${LINES_PATH}/house-accounts`
export const RULES_PATH = `${LINES_PATH}/rules`
export const DAYS_PATH = `${BASE}/balances-history`
export const ADJUSTMENTS_PATH = `${BASE}/adjustments-statement-merchant`
export const linePath = (id: string) => `${LINES_PATH}/${id}`
export const filePath = (id: string) => `${FILES_PATH}/${id}`
export const exceptionPath = (id: string) => `${EXCEPTIONS_PATH}/${id}`
export const rulePath = (id: string) => `${RULES_PATH}/${id}`
export const accountPath = (id: string) => `${ACCOUNTS_PATH}/${id}`
export const dayPath = (id: string) => `${DAYS_PATH}/${id}`
export const adjustmentPath = (id: string) => `${ADJUSTMENTS_PATH}/${id}`

export const FILES_BASE = '/v1/conciliation/statement-files'
export const MAY_READ = ['conciliation::bankStatement:read']
export const MAY_WRITE = ['conciliation::bankStatement:write']
export const MAY_CLOSE = ['conciliation::days:write']
export const MAY_ADJUST = ['statement::transaction:fix']

export const LINE_STATES: readonly Status[] = [
  { value: 'new', tone: 'info', label: 'conciliation.line_state.new' },
  { value: 'suggested', tone: 'info', label: 'conciliation.line_state.suggested' },
  { value: 'ambiguous', tone: 'atention', label: 'conciliation.line_state.ambiguous' },
  { value: 'exception', tone: 'error', label: 'conciliation.line_state.exception' },
  { value: 'part_matched', tone: 'awaiting', label: 'conciliation.line_state.part_matched' },
  { value: 'matched', tone: 'success', label: 'conciliation.line_state.matched' },
  { value: 'booked', tone: 'success', label: 'conciliation.line_state.booked' },
  { value: 'ignored', tone: 'neutral', label: 'conciliation.line_state.ignored' },
]
/** Of an expectation there are fewer. */
export const EXPECTATION_STATES: readonly Status[] = [
  { value: 'expected', tone: 'error', label: 'conciliation.expectation_state.expected' },
  { value: 'suggested', tone: 'info', label: 'conciliation.line_state.suggested' },
  { value: 'ambiguous', tone: 'atention', label: 'conciliation.line_state.ambiguous' },
  { value: 'part_matched', tone: 'awaiting', label: 'conciliation.line_state.part_matched' },
]
export const FILE_STATES: readonly Status[] = [
  { value: 'received', tone: 'info', label: 'conciliation.file_state.received' },
  { value: 'parsed', tone: 'awaiting', label: 'conciliation.file_state.parsed' },
  { value: 'applying', tone: 'info', label: 'conciliation.file_state.applying' },
  { value: 'applied', tone: 'success', label: 'conciliation.file_state.applied' },
  { value: 'rejected', tone: 'error', label: 'conciliation.file_state.rejected' },
]
export const EXCEPTION_STATES: readonly Status[] = [
  { value: 'open', tone: 'error', label: 'conciliation.exception_state.open' },
  { value: 'assigned', tone: 'awaiting', label: 'conciliation.exception_state.assigned' },
  { value: 'resolved', tone: 'success', label: 'conciliation.exception_state.resolved' },
]
export const SEVERITIES: readonly Status[] = [
  { value: 'high', tone: 'error', label: 'conciliation.severity.high' },
  { value: 'medium', tone: 'atention', label: 'conciliation.severity.medium' },
  { value: 'low', tone: 'neutral', label: 'conciliation.severity.low' },
]
export const ACCOUNT_STATES: readonly Status[] = [
  { value: 'proposed', tone: 'awaiting', label: 'conciliation.account_state.proposed' },
  { value: 'open', tone: 'success', label: 'conciliation.account_state.open' },
  { value: 'refused', tone: 'error', label: 'conciliation.account_state.refused' },
  { value: 'ended', tone: 'neutral', label: 'conciliation.account_state.ended' },
]
export const RULE_STATES: readonly Status[] = [
  { value: 'draft', tone: 'neutral', label: 'conciliation.rule_state.draft' },
  { value: 'shadow', tone: 'info', label: 'conciliation.rule_state.shadow' },
  { value: 'live', tone: 'success', label: 'conciliation.rule_state.live' },
  { value: 'retired', tone: 'neutral', label: 'conciliation.rule_state.retired' },
]
export const DAY_STATES: readonly Status[] = [
  { value: 'open', tone: 'atention', label: 'conciliation.day_state.open' },
  { value: 'ready', tone: 'info', label: 'conciliation.day_state.ready' },
  { value: 'closing', tone: 'awaiting', label: 'conciliation.day_state.closing' },
  { value: 'closed', tone: 'success', label: 'conciliation.day_state.closed' },
  { value: 'reopening', tone: 'awaiting', label: 'conciliation.day_state.reopening' },
]
export const ADJUSTMENT_STATES: readonly Status[] = [
  { value: 'awaiting_approval', tone: 'awaiting', label: 'conciliation.adjustment_state.awaiting_approval' },
  { value: 'posted', tone: 'success', label: 'conciliation.adjustment_state.posted' },
  { value: 'cancelled', tone: 'neutral', label: 'conciliation.adjustment_state.cancelled' },
]
export const AGES = ['day', 'days_3', 'days_7', 'older', 'done'] as const
export const EXCEPTION_KINDS = [
  'bank_only',
  'ledger_only',
  'amount_differs',
  'duplicate_bank',
  'wrong_account',
  'returned_unposted',
  'fee_unknown',
  'balance_break',
] as const
export const REASONS = [
  'conciliation',
  'bank_fee',
  'chargeback_fee',
  'fee_correction',
  'goodwill',
  'rounding',
  'write_off',
  'other',
] as const
export const ORIGINS = ['hand', 'exception', 'return_file', 'dispute'] as const

export const optionsOf = (group: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: `conciliation.${group}.${value}` }))

/** The words of what the server names. */
export const wordOf = wordsOf('conciliation')

/** What an item is about: a bank's own text as it is, of the ledger the name of what was posted ("deposit.credited"). */
export function aboutWord(t: Translate, about: string | null | undefined): string {
  const key = about?.replaceAll('.', '_') ?? ''
  return about && key !== about && hasText(`conciliation.journal.${key}`)
    ? wordOf(t, 'journal', key)
    : (about ?? '')
}

/** What a part of an account's CSV is called; `name` is what the account's own name has already. */
export const mappingWord = (part: string) => `conciliation.mapping.${part === 'name' ? 'name_column' : part}`
