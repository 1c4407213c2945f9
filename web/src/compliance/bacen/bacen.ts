import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import { hasText, type Translate } from '../../app/i18n'
import { dayOf } from '../../kit/calendar'
import { formatDay } from '../../kit/format'
import type { Status } from '../../kit/list/definition'

/** What the Central Bank's rules want known of merchants and partners, and done each year. */

export type MerchantRow = Answer<'/v1/bacen/merchants', 'get'>[number]
export type PartnerRow = Answer<'/v1/bacen/partners', 'get'>[number]
export type CcsRow = Answer<'/v1/bacen/ccs', 'get'>[number]
export type DutyRow = Answer<'/v1/bacen/duties', 'get'>[number]
export type Merchant = Answer<'/v1/bacen/merchants/{id}', 'get'>
export type Duty = Answer<'/v1/bacen/duties/{id}', 'get'>
export type Attribute = components['schemas']['BacenAttribute']

export const MERCHANTS_PATH = '/dashboard/compliance/bacen-attributes/merchants'
export const PARTNERS_PATH = '/dashboard/compliance/bacen-attributes/partners'
export const CCS_PATH = '/dashboard/compliance/bacen-attributes/ccs'
export const DUTIES_PATH = '/dashboard/compliance/bacen-attributes/duties'
export const merchantPath = (id: number | string) => `${MERCHANTS_PATH}/${id}`
export const dutyPath = (id: string) => `${DUTIES_PATH}/${id}`
export const MAY_WRITE = ['compliance::bacenAttributes:write']

const statuses = (group: string, tones: Record<string, Status['tone']>): readonly Status[] =>
  Object.entries(tones).map(([value, tone]) => ({ value, tone, label: `bacen.${group}.${value}` }))

export const STATES = statuses('state', { known: 'success', proposed: 'awaiting', refused: 'error' })
export const REVIEW = statuses('review', {
  overdue: 'error',
  days_30: 'awaiting',
  later: 'neutral',
  none: 'neutral',
})
export const PEP = statuses('pep', {
  principal: 'awaiting',
  related: 'info',
  no: 'success',
  unknown: 'neutral',
})
export const DUTY_STATES = statuses('duty_state', {
  overdue: 'error',
  soon: 'awaiting',
  later: 'neutral',
  done: 'success',
})
export const CCS_STATES = statuses('ccs_state', { open: 'success', ended: 'neutral' })
export const CCS_PROBLEMS = statuses('ccs_problem', {
  none: 'success',
  start_in_future: 'error',
  end_before_start: 'error',
})
export const ATTRIBUTES = [
  'risk_class',
  'activity',
  'purpose',
  'capacity',
  'ubo_complete',
  'review_date',
  'pep',
  'pep_office',
  'pep_until',
  'relationship_start',
] as const
export const DUTIES = ['effectiveness_report', 'non_occurrence', 'risk_assessment', 'policy_review'] as const

/** The attributes that are one of few values; the others are written in words, or are a day. */
export const VALUES: Readonly<Record<string, readonly string[]>> = {
  risk_class: ['low', 'medium', 'high', 'very_high'],
  ubo_complete: ['yes', 'no'],
  pep: ['no', 'principal', 'related'],
}

export const DAYS: ReadonlySet<string> = new Set(['review_date', 'pep_until', 'relationship_start'])

/** A value as people read it: a day, one of few, or the words that were written. */
export function valueText(t: Translate, language: 'pt' | 'en', attribute: string, value: string): string {
  if (DAYS.has(attribute) && /^\d{4}-\d\d-\d\d$/.test(value)) return formatDay(value, language)
  const key = `bacen.value.${attribute}_${value}`
  return hasText(key) ? t(key) : value
}

/** Days of what was known are São Paulo's, whoever looks from wherever. */
export const dayOfMoment = (at: string) => dayOf(new Date(at), 'America/Sao_Paulo')

/** What was known at the end of a day: nothing that was learnt later, nothing that was known no more; of that, what held on a day. */
export const knownOn = (attributes: readonly Attribute[], day: string | null, valid: string | null) =>
  attributes.filter(
    ({ known_from, known_to, state, valid_from, valid_to }) =>
      // What is only proposed is not known yet; the record says beside it that it waits.
      state === 'known' &&
      (valid === null || (valid_from <= valid && (valid_to === null || valid_to > valid))) &&
      (day === null
        ? known_to === null
        : dayOfMoment(known_from) <= day && (known_to === null || dayOfMoment(known_to) > day)),
  )
