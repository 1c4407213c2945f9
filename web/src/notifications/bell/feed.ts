import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { FIRST_PAGE, NOTIFICATIONS_PAGE_SIZE } from '../../app/constants'
import type { Language } from '../../app/i18n'
import { readNotifications } from '../server'

/** First part of the key of every query whose answer changes when something is read. */
export const NOTIFICATIONS = 'notifications'

/** The newest, and how many of all are unread. Another language asks anew, because their words come from the server. */
export const feedQuery = (locale: Language) =>
  queryOptions({
    queryKey: [NOTIFICATIONS, 'newest', locale],
    queryFn: ({ signal }) =>
      readNotifications({ locale, page: FIRST_PAGE, perPage: NOTIFICATIONS_PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
  })
