import { api, body } from './api'
import { changeLanguage, isLanguage } from './i18n'
import { logout } from './session'
import { setAccount, settings, setUser, type User } from './state'
import { titleCase } from './titleCase'

const ask = () => body(api.GET('/rbac/me'))
let early: ReturnType<typeof ask> | null = null

/** Asks for the person before there is anything to draw them with. */
export function askEarly(): void {
  early = ask()
  // Whoever loads the person hears of a failure.
  early.catch(() => undefined)
}

/**
 * Loads who is signed in: their permissions, language and, when they have just one company, that company as the chosen
 * merchant. A failure ends the session and is thrown on: there is nothing to draw then.
 */
export async function loadUser(): Promise<User> {
  let user: User
  try {
    const me = await (early ?? ask())
    user = { ...me, locale: isLanguage(me.locale) ? me.locale : null }
  } catch (failure) {
    await logout()
    throw failure
  } finally {
    early = null
  }
  setUser(user)
  if (!user.internal_user && user.companies.length === 1) {
    const { id, name } = user.company
    const { account } = settings.get()
    if (account?.id !== id || !account.unique) setAccount({ id, name, unique: true })
  }
  if (user.locale) await changeLanguage(user.locale)
  return user
}

/** Name to show for a person: their own, else what stands before the @ of their address. */
export function displayName(user: User): string {
  if (user.name) return user.name
  const words = (user.email.split('@')[0] ?? '').split(/[._-]+/).filter(Boolean)
  return titleCase(words.join(' ')) || user.email
}
