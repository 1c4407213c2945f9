import * as storage from './storage'
import { drop, keep, kept } from './tab'
import { decodeToken } from './token'

/** What a tab remembers of a session that ended by itself: that it did, and which page was open. */

const ENDED = 'session-ended'
const PAGE = 'page-before'
const START = '/dashboard'

export const noteEnd = (): void => keep(ENDED, 'true')
export const wasEnded = (): boolean => kept(ENDED) !== null
export const forgetEnd = (): void => drop(ENDED)

interface Page {
  page: string
  /** Their e-mail; null if nobody had signed in yet. */
  whose: string | null
}

const notedPage = (): Page | null => JSON.parse(kept(PAGE) ?? 'null') as Page | null

/** Remembers the page that somebody has to sign in to see. */
export function notePage(page: string, whose: string | null): void {
  const isInside = page.startsWith(`${START}/`) || page.startsWith(`${START}?`)
  // A page reloaded without a session still belongs to the person who had it open.
  if (isInside && notedPage()?.page !== page) keep(PAGE, JSON.stringify({ page, whose }))
}

/** Where to go after signing in: the remembered page, once, unless it was another person's. */
export function takePage(): string {
  const noted = notedPage()
  drop(PAGE)
  if (!noted) return START
  const isTheirs = noted.whose === null || noted.whose === decodeToken(storage.read('token'))?.email
  return isTheirs ? noted.page : START
}
