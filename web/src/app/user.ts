import { askMe, takeMe } from './early'
import { changeLanguage, isLanguage } from './i18n'
import { closeSession, noteLoss } from './session'
import { authentication, setAccount, settings, setUser, type User } from './state'
import { titleCase } from './titleCase'

/**
 * Loads who is signed in: their permissions, language and, when they have just one company, that company as the chosen
 * merchant. A failure ends the session and is thrown on: there is nothing to draw then.
 */
export async function loadUser(): Promise<User> {
  let user: User
  try {
    const me = await (takeMe() ?? askMe())
    user = { ...me, locale: isLanguage(me.locale) ? me.locale : null }
  } catch (failure) {
    noteLoss()
    await closeSession()
    throw failure
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

/** Kept once it is known who is signed in, and for whom they act. */
export function whenKnown(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!authentication.get().user) return
      unsubscribe()
      // What follows from who they are is set at the same moment.
      queueMicrotask(resolve)
    }
    const unsubscribe = authentication.subscribe(look)
    look()
  })
}

/** Name to show for a person: their own, else what stands before the @ of their address. */
export function displayName(user: User): string {
  if (user.name) return user.name
  const words = (user.email.split('@')[0] ?? '').split(/[._-]+/).filter(Boolean)
  return titleCase(words.join(' ')) || user.email
}
