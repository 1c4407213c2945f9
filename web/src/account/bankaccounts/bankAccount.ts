import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import type { Status } from '../../kit/list/definition'

/** What a bank account of a merchant is, as the server tells it. */

export type BankAccountRow = Answer<'/v1/account/bank-accounts', 'get'>[number]
export type BankAccount = components['schemas']['BankAccount']
export type BankAccountRecord = Answer<'/v1/account/bank-accounts/{id}', 'get'>

export const BANK_ACCOUNTS_PATH = '/dashboard/account/merchant-bank-accounts/list'
export const bankAccountPath = (id: string) => `/dashboard/account/merchant-bank-accounts/${id}`

export const MAY_CHANGE_ACCOUNTS = ['account::bankAccounts:write']

export const ACCOUNT_STATUSES: readonly Status[] = [
  { value: 'pending_verification', tone: 'awaiting', label: 'transfers.account_status.pending_verification' },
  { value: 'verified', tone: 'success', label: 'transfers.account_status.verified' },
  { value: 'rejected', tone: 'error', label: 'transfers.account_status.rejected' },
  { value: 'disabled', tone: 'neutral', label: 'transfers.account_status.disabled' },
]
