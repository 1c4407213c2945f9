import { askMe, takeMe } from './early'
import { CallError, linesOf, shouldRetry } from './errors'
import { changeLanguage, isLanguage, translate } from './i18n'
import { pause } from './pause'
import { closeSession, noteLoss } from './session'
import { authentication, setAccount, settings, setUser, showAlert, type User } from './state'
import { titleCase } from './titleCase'
import { asSeen, eyes } from './viewAs'

/**
 * Loads who is signed in: their permissions, language and, when they have just one company, that company as the chosen
 * merchant. What got no answer is asked for again first: a server that restarts signs nobody out. A failure at the start then ends
 * the session: there is nothing to draw. A later one is told, and the person stays as they were. Either is thrown on.
 */
export async function loadUser(): Promise<User> {
  const known = authentication.get().user !== null
  let user: User
  try {
    const me = await askPatiently(known ? askMe() : (takeMe() ?? askMe()))
    user = asSeen({ ...me, locale: isLanguage(me.locale) ? me.locale : null })
  } catch (failure) {
    if (!known) {
      noteLoss()
      await closeSession()
    } else if (!(failure instanceof CallError && failure.status === 401)) {
      // With a 401 that stays the call has ended the session by itself.
      showAlert('error', [translate('common.me_failed'), ...linesOf(translate, failure)])
    }
    throw failure
  }
  setUser(user)
  if (!user.internal_user && user.companies.length === 1 && !eyes()) {
    const { id, name } = user.company
    const { account } = settings.get()
    if (account?.id !== id || !account.unique) setAccount({ id, name, unique: true })
  }
  if (user.locale) await changeLanguage(user.locale)
  return user
}

/** Milliseconds before the person is asked for again; twice as many before the last time. */
const ASK_AGAIN = 1000

async function askPatiently(asked: ReturnType<typeof askMe>, failures = 0): ReturnType<typeof askMe> {
  try {
    return await asked
  } catch (failure) {
    if (!shouldRetry(failures, failure)) throw failure
    await pause(ASK_AGAIN * 2 ** failures)
    return askPatiently(askMe(), failures + 1)
  }
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
