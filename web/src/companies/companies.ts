import type { Answer } from '../app/api'
import type { components } from '../app/api-types'
import { type Translate, wordsOf } from '../app/i18n'
import { ledgerAccount } from '../kit/ledgerAccount'
import type { Status } from '../kit/list/definition'

/** What a company is, as the server tells it, and what can be said of it. */

export type CompanyRow = Answer<'/v1/companies', 'get'>[number]
export type Company = components['schemas']['RegisteredCompany']
export type CompanyRecord = Answer<'/v1/companies/{id}', 'get'>
export type Partner = CompanyRecord['partners'][number]
export type Contract = CompanyRecord['contracts'][number]
type OwnAccount = CompanyRecord['accounts'][number]

export const LIST_PATH = '/dashboard/companies/list-companies'
export const companyPath = (id: number): string => `/dashboard/companies/${id}`
export const accountPath = (id: number): string => `/dashboard/accounts/${id}`
/** Bank accounts are seen with their merchant chosen: the link says whose they are. */
export const BANK_ACCOUNTS_PATH = '/dashboard/account/merchant-bank-accounts'
export const userPath = (id: string): string => `/dashboard/settings/access-control/users/${id}`

export const MAY_WRITE = ['register::company:write']
export const MAY_MOVE = ['payin::withdrawals:write']
export const SEE_INTERNAL = ['register::company:read-internal']
export const MAY_VIEW = ['rbac::merchants:view']
export const SEE_ACCOUNTS = ['rbac::auths:read']

const TONES = {
  created: 'awaiting',
  review: 'atention',
  snoozed: 'neutral',
  denied: 'error',
  active: 'success',
  blocked: 'error',
  offboarding: 'info',
  offboarded: 'neutral',
} as const

export const COMPANY_STATUSES: readonly Status[] = Object.entries(TONES).map(([value, tone]) => ({
  value,
  tone,
  label: `companies.status.${value}`,
}))

export const CONTRACT_STATUSES: readonly Status[] = [
  { value: 'to_come', tone: 'awaiting', label: 'companies.contract_status.to_come' },
  { value: 'in_force', tone: 'success', label: 'companies.contract_status.in_force' },
  { value: 'over', tone: 'neutral', label: 'companies.contract_status.over' },
  { value: 'ended', tone: 'error', label: 'companies.contract_status.ended' },
]

export const BANK_STATUSES: readonly Status[] = [
  { value: 'pending_verification', tone: 'awaiting', label: 'companies.bank.pending_verification' },
  { value: 'verified', tone: 'success', label: 'companies.bank.verified' },
  { value: 'rejected', tone: 'error', label: 'companies.bank.rejected' },
  { value: 'disabled', tone: 'neutral', label: 'companies.bank.disabled' },
]

export const RISKS: readonly Status[] = [
  { value: 'low', tone: 'success', label: 'companies.risk.low' },
  { value: 'medium', tone: 'info', label: 'companies.risk.medium' },
  { value: 'high', tone: 'atention', label: 'companies.risk.high' },
  { value: 'very_high', tone: 'error', label: 'companies.risk.very_high' },
]

export const PRODUCTS = ['payin', 'payout', 'exchange'] as const

/** What a company may have a limit of its own for. */
export const LIMITS = ['charge', 'withdrawal', 'withdrawal_day', 'withdrawal_night'] as const

/** The words of what the server names. */
export const wordOf = wordsOf('companies')

/** A sub-account by the name it was given; the others by what they are. */
export const accountName = (t: Translate, { alias, code }: Pick<OwnAccount, 'alias' | 'code'>): string =>
  alias ?? ledgerAccount(t, code)

/** The accounts between which a company moves its money itself. */
export const movable = ({ accounts }: CompanyRecord): readonly OwnAccount[] =>
  accounts.filter(({ alias, code }) => code === 'available' || alias !== null)
