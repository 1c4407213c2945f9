import type { Answer } from '../app/api'
import { type Translate, wordsOf } from '../app/i18n'
import { shortId } from '../kit/format'
import { ledgerAccount } from '../kit/ledgerAccount'
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
  { value: 'closed', tone: 'neutral', label: 'companies.blocked.closed' },
  { value: 'none', tone: 'success', label: 'companies.blocked.none' },
  { value: 'in', tone: 'atention', label: 'companies.blocked.in' },
  { value: 'out', tone: 'atention', label: 'companies.blocked.out' },
  { value: 'both', tone: 'error', label: 'companies.blocked.both' },
]

export function blockOf({
  blocked_in,
  blocked_out,
  closed_at,
}: Pick<AccountRow, 'blocked_in' | 'blocked_out' | 'closed_at'>): string {
  if (closed_at) return 'closed'
  if (blocked_in) return blocked_out ? 'both' : 'in'
  return blocked_out ? 'out' : 'none'
}

/** Whose an account of a recipient is. */
export const recipientOf = (code: string): string | null => /^recipient\.(.+)$/.exec(code)?.[1] ?? null
export const recipientPath = (id: string): string => `/dashboard/payin/recipients/${id}`

/** A sub-account by the name it was given; the others by what they are, of a recipient with whose it is. */
export function nameOf(
  t: Translate,
  { alias, code }: { alias?: string | null; code?: string | null },
): string {
  if (alias) return alias
  const recipient = recipientOf(code ?? '')
  return [ledgerAccount(t, code ?? ''), recipient && shortId(recipient)].filter(Boolean).join(' ')
}

/** The words of what the server names. */
export const wordOf = wordsOf('companies')
