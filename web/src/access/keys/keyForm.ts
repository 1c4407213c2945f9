import type { Translate } from '../../app/i18n'
import { addDays, dayOf, startOfDay } from '../../kit/calendar'
import type { Errors } from '../../kit/command/CommandDialog'
import { readDay, showDay } from '../../kit/date/day'
import type { KeyRow } from '../contract'

/** The form of a key, and how it becomes what the server is sent. */

export const EXPIRIES = ['30', '90', '365', 'never', 'day'] as const
export type Expiry = (typeof EXPIRIES)[number]

export const MOST_RANGES = 20

export interface KeyForm {
  name: string
  role: number | null
  /** One address or range a line. */
  addresses: string
  expiry: Expiry
  /** As typed, dd/mm/yyyy; for the expiry `day`. */
  day: string
}

export interface KeyValues {
  name: string
  addresses: string[]
  expires_at: string | null
}

export const EMPTY_KEY: KeyForm = { name: '', role: null, addresses: '', expiry: '90', day: '' }

export function formOf({ name, role_id, addresses, expires_at }: KeyRow, zone: string): KeyForm {
  return {
    name,
    role: role_id,
    addresses: addresses.join('\n'),
    expiry: expires_at ? 'day' : 'never',
    day: expires_at ? showDay(dayOf(new Date(expires_at), zone)) : '',
  }
}

// Signs that an address of IPv4 or IPv6 may hold, and its mask; whether it is one, the server says.
const RANGE = /^[\da-f:.]+(\/\d{1,3})?$/i

export function readKey(
  form: KeyForm,
  t: Translate,
  zone: string,
  now = new Date(),
): { input: KeyValues } | { errors: Errors } {
  const name = form.name.trim()
  const addresses = form.addresses.split(/[\s,;]+/).filter(Boolean)
  const wrong = addresses.filter((address) => !RANGE.test(address))
  const errors: Errors = {}
  if (!name) errors.name = t('common.field_required')
  if (form.role === null) errors.role_id = t('common.field_required')
  if (wrong.length) errors.addresses = t('access.new_key.wrong', { addresses: wrong.join(', ') })
  else if (addresses.length > MOST_RANGES)
    errors.addresses = t('access.new_key.too_many', { most: MOST_RANGES })
  const expires = expiryOf(form, zone, now)
  if (expires === undefined) errors.expires_at = t('kit.period.no_day')
  else if (expires && expires <= now) errors.expires_at = t('access.new_key.past')
  if (expires === undefined || Object.keys(errors).length) return { errors }
  return { input: { name, addresses, expires_at: expires && expires.toISOString() } }
}

/** The end of the last day; null when it never ends, undefined when no such day exists. */
function expiryOf({ expiry, day }: KeyForm, zone: string, now: Date): Date | null | undefined {
  if (expiry === 'never') return null
  const last = expiry === 'day' ? readDay(day) : addDays(dayOf(now, zone), Number(expiry))
  return last ? new Date(startOfDay(addDays(last, 1), zone).getTime() - 1000) : undefined
}
