import type { components } from '../../app/api-types'
import { hasText, type Language, type Translate } from '../../app/i18n'
import { formatMoney, type Money } from '../format'

/** What the audit log says, in words. Its texts are in the namespace `audit`, which whoever uses these has loaded. */

export type TrailEntry = components['schemas']['TrailEntry']
export type Change = components['schemas']['Change']

export const LOG_PATH = '/dashboard/audit/activity-log'
export const entryPath = (index: number | string): string => `${LOG_PATH}/${index}`

/** The word of a name that the server gives, or the name itself when it is newer than this page. */
export function wordOf(t: Translate, group: string, name: string): string {
  const key = `audit.${group}.${name.replaceAll(/[.:]+/g, '_')}`
  return hasText(key) ? t(key) : name
}

export const actionOf = (t: Translate, name: string) => wordOf(t, 'event', name)
export const fieldOf = (t: Translate, name: string) => wordOf(t, 'field', name)

/** A value of any field; what has no words is shown as it is. */
export function valueOf(t: Translate, language: Language, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '—'
  if (typeof value === 'boolean') return t(value ? 'audit.yes' : 'audit.no')
  if (isMoney(value)) return formatMoney(value, language)
  if (Array.isArray(value)) return value.map((each) => valueOf(t, language, field, each)).join(', ') || '—'
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  return field === 'status' ? wordOf(t, 'state', text) : text
}

function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value
}

/** Whoever acts when nobody does: the house by itself, or the provider's word. */
export const actorOf = (t: Translate, actor: string) =>
  actor ? wordOf(t, 'actor', actor) : t('audit.forgotten')
