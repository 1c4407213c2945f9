import * as storage from './storage'

/** What the person holds, or null while nothing is stored. */
export function heldPermissions(): string[] | null {
  const stored = storage.read('permissions')
  return stored === null ? null : stored.split(',')
}

/**
 * Whether the person may: holds any of the allowed permissions. An empty or absent list, or one that contains `false`,
 * allows everybody; with no permissions stored nobody is allowed.
 */
export function may(allowed?: readonly (string | false)[] | null, held = heldPermissions()): boolean {
  if (held === null) return false
  if (!allowed || allowed.length === 0 || allowed.includes(false)) return true
  return allowed.some((permission) => permission !== false && held.includes(permission))
}

/** Whether any of these permissions, by its name, changes something. */
export function mayWrite(permissions: readonly string[] = heldPermissions() ?? []): boolean {
  return permissions.some((permission) => /write|add|edit/i.test(permission))
}

export const READ_COMPANIES = 'rbac::companies:read'
export const TWO_FACTOR = 'auth::twoFactor'
