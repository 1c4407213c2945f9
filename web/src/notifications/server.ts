import { addressOf } from '../app/calls'
import { CallError, statusText } from '../app/errors'
import type { Language } from '../app/i18n'
import { call } from '../app/session'
import type { Notifications, Preference } from './contract'

/** The calls about notifications. */

export interface Asked {
  locale: Language
  page: number
  perPage: number
  /** Only those that were not read. */
  unread?: boolean
}

export interface NotificationsPage extends Notifications {
  /** Of all that were asked for, not only of this page. */
  total: number
  pages: number
}

async function send(method: string, path: string, query: object = {}, more: RequestInit = {}) {
  const url = addressOf(path)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
  const response = await call(new Request(url, { method, ...more }))
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok)
    throw new CallError(statusText(response.status), response.status, answer, response.headers)
  return { answer, headers: response.headers }
}

/** Throws CallError, also when an answer was cut off on its way. */
export async function readNotifications(asked: Asked, signal: AbortSignal): Promise<NotificationsPage> {
  const { locale, page, perPage, unread } = asked
  const query = { locale, page, per_page: perPage, ...(unread && { unread }) }
  const { answer, headers } = await send('GET', '/v1/notifications', query, { signal })
  const found = answer as Notifications | null
  if (!Array.isArray(found?.notifications)) throw new CallError('unexpected_error', 200)
  return {
    notifications: found.notifications,
    unread: found.unread,
    total: Number(headers.get('X-Total')) || 0,
    pages: Math.max(1, Number(headers.get('X-Total-Pages'))),
  }
}

export async function putRead(uuid: string): Promise<void> {
  await send('PUT', `/notifications/${encodeURIComponent(uuid)}/read`)
}

export async function putAllRead(): Promise<void> {
  await send('PUT', '/notifications/read-all')
}

export async function readPreferences(locale: Language, signal: AbortSignal): Promise<Preference[]> {
  const { answer } = await send('GET', '/v1/notifications/preferences', { locale }, { signal })
  if (!Array.isArray(answer)) throw new CallError('unexpected_error', 200)
  return answer as Preference[]
}

/** What changes of one kind; the rest of it stays. */
export type PreferenceChange = Partial<Pick<Preference, 'in_app' | 'email'>>

export async function putPreference(kind: string, change: PreferenceChange): Promise<Preference> {
  const body = JSON.stringify({ kind, ...change })
  const headers = { 'Content-Type': 'application/json' }
  const { answer } = await send('PUT', '/v1/notifications/preferences', {}, { body, headers })
  return answer as Preference
}
