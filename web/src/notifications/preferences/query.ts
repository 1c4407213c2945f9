import { queryOptions } from '@tanstack/react-query'
import type { Language } from '../../app/i18n'
import { readPreferences, readWebhook } from '../server'

export const PREFERENCES_KEY = 'notification-preferences'
export const WEBHOOK_KEY = 'notification-webhook'

export const preferencesQuery = (locale: Language) =>
  queryOptions({
    queryKey: [PREFERENCES_KEY, locale],
    queryFn: ({ signal }) => readPreferences(locale, signal),
  })

export const webhookQuery = queryOptions({
  queryKey: [WEBHOOK_KEY],
  queryFn: ({ signal }) => readWebhook(signal),
})
