import type { Answer } from '../app/api'
import type { components } from '../app/api-types'
import type { Status } from '../kit/list/definition'
import { objectPath } from '../kit/record/objectPath'
import { entryPath } from '../kit/record/trailWords'

/** What the log is about, and where that is seen. */

export type ActivityRow = Answer<'/v1/audit/activity', 'get'>[number]
export type Activity = components['schemas']['Activity']

export type SelfCheck = components['schemas']['SelfCheck']
export type Check = SelfCheck['checks'][number]

export const SEE_LOG = ['audit::log:read']
export const SEE_SELF_CHECK = ['audit:internal:read']

const DOERS = ['person', 'staff', 'key', 'system'] as const
export const DOER_CHOICES = DOERS.map((value) => ({ value, label: `audit.doer.${value}` }))

/** Kinds of things that a person looks for; the server knows of more. */
const OBJECTS = [
  'charge',
  'payment',
  'refund',
  'payout',
  'withdrawal',
  'incident',
  'ombudsman',
  'service',
  'deposit',
  'session',
  'person',
  'user',
  'role',
  'key',
  'policy',
  'request',
  'export',
  'merchant',
  'company',
] as const
export const OBJECT_CHOICES = OBJECTS.map((value) => ({ value, label: `audit.object.${value}` }))

export const ACTIVITY_STATUSES: readonly Status[] = [
  { value: 'done', tone: 'success', label: 'audit.status.done' },
  { value: 'waiting', tone: 'awaiting', label: 'audit.status.waiting' },
  { value: 'refused', tone: 'error', label: 'audit.status.refused' },
]

/** What the checks of a group are about, where that has a screen. */
const OFFENDERS: Record<string, string> = {
  payin: 'payin:charge:',
  deposits: 'account:deposit:',
  transfers: 'payouts:payout:',
}

/** Where an offender against a check is seen. */
export function offenderPath(check: Check, offender: Record<string, string>): string | null {
  if (offender.index) return entryPath(offender.index)
  const name = OFFENDERS[check.group]
  const id = offender.charge_id ?? offender.id
  return name && id ? objectPath(name, id) : null
}
