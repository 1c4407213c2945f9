import type { Answer } from '../../app/api'
import { wordsOf } from '../../app/i18n'
import type { Status } from '../../kit/list/definition'

/** What an account owner is, as the server tells it. */

export type OwnerRow = Answer<'/v1/payouts/account-owners', 'get'>[number]
export type Owner = Answer<'/v1/payouts/account-owners/{id}', 'get'>
export type OwnerVersion = Owner['versions'][number]

export const OWNERS_PATH = '/dashboard/payouts/account-owners/list'
export const ownerPath = (id: string) => `/dashboard/payouts/account-owners/${id}`

export const MAY_WRITE = ['payout::accountOwners:write']

const TONES = {
  draft: 'neutral',
  verified: 'info',
  active: 'success',
  expired: 'error',
  superseded: 'neutral',
  retired: 'neutral',
} as const

export const STATES: readonly Status[] = Object.entries(TONES).map(([value, tone]) => ({
  value,
  tone,
  label: `payoutRegisters.owner_state.${value}`,
}))

export const METHODS = ['pix', 'ted', 'slip'] as const
export const TYPES = ['CACC', 'SVGS', 'TRAN'] as const

export const wordOf = wordsOf('payoutRegisters')

/** 1584 · 00210169-6 */
export const accountOf = ({ branch, number }: { branch?: string | null; number?: string | null }): string =>
  `${branch ?? ''} · ${number?.slice(0, -1) ?? ''}-${number?.slice(-1) ?? ''}`
