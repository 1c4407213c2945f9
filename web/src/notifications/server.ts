import { answer, api, body } from '../app/api'
import { CallError } from '../app/errors'
import type { Language } from '../app/i18n'
import type { Notification, Preference, Webhook } from './contract'

/** The calls about notifications. All of them throw CallError. */

export interface Asked {
  locale: Language
  page: number
  perPage: number
  /** Only those that were not read. */
  unread?: boolean
}

export interface NotificationsPage {
  notifications: Notification[]
  /** Of all of them, not only of those that were asked for. */
  unread: number
  /** Of all that were asked for, not only of this page. */
  total: number
  pages: number
}

export async function readNotifications(asked: Asked, signal: AbortSignal): Promise<NotificationsPage> {
  const { locale, page, perPage, unread } = asked
  const query = { locale, page, per_page: perPage, ...(unread && { unread: 'true' as const }) }
  const { data, response } = await whole(answer(api.GET('/v1/notifications', { params: { query }, signal })))
  if (!Array.isArray(data.notifications)) throw cutOff()
  return {
    ...data,
    total: Number(response.headers.get('X-Total')) || 0,
    pages: Math.max(1, Number(response.headers.get('X-Total-Pages'))),
  }
}

export async function putRead(id: string): Promise<void> {
  await body(api.PUT('/notifications/{id}/read', { params: { path: { id } } }))
}

export async function putAllRead(): Promise<void> {
  await body(api.PUT('/notifications/read-all'))
}

export async function readPreferences(locale: Language, signal: AbortSignal): Promise<Preference[]> {
  const params = { query: { locale } }
  return whole(body(api.GET('/v1/notifications/preferences', { params, signal })))
}

/** What changes of one kind; the rest of it stays. */
export type PreferenceChange = Partial<Pick<Preference, 'in_app' | 'email' | 'webhook'>>

export function putPreference(kind: string, change: PreferenceChange): Promise<Preference> {
  return whole(body(api.PUT('/v1/notifications/preferences', { body: { kind, ...change } })))
}

export const readWebhook = (signal: AbortSignal): Promise<Webhook> =>
  whole(body(api.GET('/v1/notifications/webhook', { signal })))

/** With the secret, which no other answer has. */
export const putWebhook = (url: string) =>
  whole(body(api.PUT('/v1/notifications/webhook', { body: { url } })))

export const deleteWebhook = () => body(api.DELETE('/v1/notifications/webhook'))

export const testWebhook = () => body(api.POST('/v1/notifications/webhook/test'))

/** An answer that ended before its end is no text to show to a person. */
async function whole<T>(answered: Promise<T>): Promise<T> {
  try {
    return await answered
  } catch (reason) {
    throw reason instanceof SyntaxError ? cutOff() : reason
  }
}

const cutOff = () => new CallError('unexpected_error', 200)
