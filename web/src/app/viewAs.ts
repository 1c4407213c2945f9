import { settings, type User } from './state'
import * as storage from './storage'

/** Staff who look with a merchant's eyes (readings 42): what its people may see, and nothing that changes anything. */
export interface Eyes {
  company: number
  permissions: string[]
}

/** The eyes that this browser looks with, or null: they are those of the chosen merchant only. */
export function eyes(): Eyes | null {
  const text = storage.read('viewAs')
  if (!text) return null
  try {
    const { company, permissions } = JSON.parse(text) as Partial<Eyes>
    if (settings.get().account?.id !== company || company === undefined || !Array.isArray(permissions))
      return null
    return { company, permissions }
  } catch {
    return null
  }
}

export const openEyes = (taken: Eyes) => storage.write('viewAs', JSON.stringify(taken))
export const closeEyes = () => storage.forget('viewAs')

/** The person as the dashboard takes them: with a merchant's eyes they are no staff, and hold what its people may see. */
export function asSeen(user: User): User {
  const seen = user.internal_user ? eyes() : null
  if (!seen) return user
  return { ...user, internal_user: false, companyId: seen.company, permissions: seen.permissions }
}

/** Paths about the signed-in person, also while they view as somebody else. */
const OWN = /^\/(auth\/|rbac\/(me|profile|views)(\/|$))/

/** The merchant whose eyes a call is made with, for its header; the server then refuses whatever would change something. */
export function eyesFor(path: string): string | null {
  return OWN.test(path) ? null : (eyes()?.company.toString() ?? null)
}
