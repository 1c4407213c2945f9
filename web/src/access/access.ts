import { hasText, type Translate, wordsOf } from '../app/i18n'
import type { Status } from '../kit/list/definition'

/** Where these screens are, who may do what there, and the words of what the server names. */

const BASE = '/dashboard/settings/access-control'
export const USERS_PATH = `${BASE}/users`
export const ROLES_PATH = `${BASE}/roles`
export const NEW_ROLE_PATH = `${BASE}/roles/new`
export const COMPARE_PATH = `${BASE}/roles/compare`
export const PERMISSIONS_PATH = `${BASE}/permissions`
export const KEYS_PATH = `${BASE}/keys`
export const userPath = (id: string) => `${USERS_PATH}/${id}`
export const rolePath = (id: number) => `${ROLES_PATH}/${id}`
export const holdersPath = (permission: string) =>
  `${PERMISSIONS_PATH}?permission=${encodeURIComponent(permission)}`

export const SEE_USERS = ['rbac::users:read']
export const SEE_ROLES = ['rbac::roles:read']
export const SEE_KEYS = ['rbac::keys:read']
export const MAY_USERS = ['rbac::users:write']
export const MAY_ROLES = ['rbac::roles:write']
export const MAY_KEYS = ['rbac::keys:write']

export const USER_STATUSES: readonly Status[] = [
  { value: 'invited', tone: 'awaiting', label: 'access.user_status.invited' },
  { value: 'active', tone: 'success', label: 'access.user_status.active' },
  { value: 'suspended', tone: 'error', label: 'access.user_status.suspended' },
]

export const KEY_STATUSES: readonly Status[] = [
  { value: 'active', tone: 'success', label: 'access.key_status.active' },
  { value: 'rotating', tone: 'info', label: 'access.key_status.rotating' },
  { value: 'expired', tone: 'neutral', label: 'access.key_status.expired' },
  { value: 'revoked', tone: 'error', label: 'access.key_status.revoked' },
]

/** The words of what the server names. */
export const wordOf = wordsOf('access')

/** A module of permissions is a section of the menu, where it has no word of its own. */
export function moduleName(t: Translate, module: string): string {
  const section = `menu.${module}.section`
  return hasText(section) ? t(section) : wordOf(t, 'module', module)
}

/** What to call a person: the name, or the address where none is known. */
export const nameOf = ({ name, email }: { name: string; email: string }) => name || email
