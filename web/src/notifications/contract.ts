import type { components } from '../app/api-types'

/** What the server tells of notifications, by the names that these screens use. */

type Schemas = components['schemas']

/** `redirect` is the route that it leads to; `read_at` is null while it is unread. */
export type Notification = Schemas['Notification']
export type Preference = Schemas['Preference']
/** Without an address all of it is null. */
export type Webhook = Schemas['Webhook']
export type ByMail = Preference['email']
