import { queryOptions } from '@tanstack/react-query'
import type { Language } from '../../app/i18n'
import { readPreferences } from '../server'

export const PREFERENCES_KEY = 'notification-preferences'

export const preferencesQuery = (locale: Language) =>
  queryOptions({
    queryKey: [PREFERENCES_KEY, locale],
    queryFn: ({ signal }) => readPreferences(locale, signal),
  })
