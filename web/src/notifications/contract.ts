/** What the server tells of notifications, by the names that these screens use. */

export interface Notification {
  uuid: string
  id: number
  kind: string
  title: string
  message: string
  /** The route that it leads to. */
  redirect: string | null
  created_at: string
  read_at: string | null
  is_un_read: boolean
}

export interface Notifications {
  notifications: Notification[]
  /** Of all of them, not only of these. */
  unread: number
}

export type ByMail = 'off' | 'now' | 'daily'

export interface Preference {
  kind: string
  group: 'payin' | 'security' | 'access'
  title: string
  in_app: boolean
  email: ByMail
}
