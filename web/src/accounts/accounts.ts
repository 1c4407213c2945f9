import type { Answer } from '../app/api'
import { wordsOf } from '../app/i18n'
import type { Status } from '../kit/list/definition'

/** What an account of the ledger is, as the server tells it, and what can be said of it. */

export type AccountRow = Answer<'/v1/accounts', 'get'>[number]
export type AccountRecord = Answer<'/v1/accounts/{id}', 'get'>

export const LIST_PATH = '/dashboard/accounts/list'
export const accountPath = (id: number): string => `/dashboard/accounts/${id}`
export const companyPath = (id: number): string => `/dashboard/companies/${id}`

export const MAY_WRITE = ['register::company:write']

/** What of an account is blocked, as one word. */
export const BLOCKS: readonly Status[] = [
  { value: 'none', tone: 'success', label: 'companies.blocked.none' },
  { value: 'in', tone: 'atention', label: 'companies.blocked.in' },
  { value: 'out', tone: 'atention', label: 'companies.blocked.out' },
  { value: 'both', tone: 'error', label: 'companies.blocked.both' },
]

export function blockOf({ blocked_in, blocked_out }: { blocked_in: boolean; blocked_out: boolean }): string {
  if (blocked_in) return blocked_out ? 'both' : 'in'
  return blocked_out ? 'out' : 'none'
}

/** The words of what the server names. */
export const wordOf = wordsOf('companies')
