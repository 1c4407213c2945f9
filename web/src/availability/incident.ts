import type { Answer } from '../app/api'
import type { components } from '../app/api-types'
import { type Language, type Translate, wordsOf } from '../app/i18n'
import type { Status } from '../kit/list/definition'

/** When our services did not work, as the server tells it. */

export type IncidentRow = Answer<'/v1/audit/incidents', 'get'>[number]
export type Incident = components['schemas']['IncidentRecord']
export type Month = components['schemas']['AvailabilityMonth']

export const INCIDENTS_PATH = '/dashboard/audit/unavailability'
export const MONTH_PATH = `${INCIDENTS_PATH}/month`
export const incidentPath = (id: string) => `${INCIDENTS_PATH}/${id}`

export const MAY_READ = ['audit:internal:read']
export const MAY_WRITE = ['audit::incidents:write']

export const STATES: readonly Status[] = [
  { value: 'detected', tone: 'awaiting', label: 'availability.state.detected' },
  { value: 'confirmed', tone: 'error', label: 'availability.state.confirmed' },
  { value: 'explained', tone: 'info', label: 'availability.state.explained' },
  { value: 'closed', tone: 'success', label: 'availability.state.closed' },
  { value: 'dismissed', tone: 'neutral', label: 'availability.state.dismissed' },
]

export const OWN_SERVICES = [
  'api',
  'worker',
  'payin',
  'payouts',
  'checkout',
  'provider_calls',
  'sign_in',
  'dashboard',
] as const
export const SERVICES = [...OWN_SERVICES, 'link'] as const
export const FOUND_BY = ['traffic', 'slowness', 'heartbeat', 'person'] as const
export const CAUSES = ['own', 'provider', 'spi', 'dict', 'network', 'change'] as const
export const DECISIONS = ['confirmed', 'dismissed'] as const

export const wordOf = wordsOf('availability')

export const optionsOf = (t: Translate, group: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: wordOf(t, group, value) }))

/** "Link to a bank: Banco A". */
export const serviceText = (t: Translate, service: string, link: string | null): string =>
  [wordOf(t, 'service', service), link].filter(Boolean).join(': ')

/** 9998 → "99.98 %". */
export const indexText = (index: number, language: Language): string =>
  `${new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(index / 100)}%`

/** Day and time of a moment as they stand in a form: in Brasília. */
export function typedMoment(at: string): { day: string; began: string } {
  const parts = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(new Date(at))
  const [day = '', began = ''] = parts.split(' ')
  return { day, began }
}
