import type { Answer } from '../../app/api'
import { wordsOf } from '../../app/i18n'
import type { Status } from '../../kit/list/definition'

/** What a franchise unit is, as the server tells it. */

export type UnitRow = Answer<'/v1/payouts/franchises', 'get'>[number]
export type Unit = Answer<'/v1/payouts/franchises/{id}', 'get'>
export type UnitFilePreview = Answer<'/v1/payouts/franchises/import/preview', 'post'>

export const UNITS_PATH = '/dashboard/payouts/franchises/list'
export const unitPath = (id: string) => `/dashboard/payouts/franchises/${id}`

export const MAY_WRITE = ['payout::franchises:write']

export const STATUSES: readonly Status[] = [
  { value: 'active', tone: 'success', label: 'payoutRegisters.unit_status.active' },
  { value: 'suspended', tone: 'atention', label: 'payoutRegisters.unit_status.suspended' },
]
export const QUALIFICATIONS: readonly Status[] = [
  { value: 'qualified', tone: 'success', label: 'payoutRegisters.qualification.qualified' },
  { value: 'incomplete', tone: 'awaiting', label: 'payoutRegisters.qualification.incomplete' },
]

export const wordOf = wordsOf('payoutRegisters')
