import * as storage from './storage'
import { drop, keep, kept } from './tab'
import { decodeToken } from './token'

/** What a tab keeps of a session that is over for the next one: that nobody had asked for its end, and which page was open. */

const ENDED = 'session-ended'
const PAGE = 'page-before'
const START = '/dashboard'

export const noteEnd = (): void => keep(ENDED, 'true')
export const wasEnded = (): boolean => kept(ENDED) !== null
export const forgetEnd = (): void => drop(ENDED)

interface Page {
  page: string
  /** Their e-mail; null where nobody had signed in yet. */
  whose: string | null
}

const notedPage = (): Page | null => JSON.parse(kept(PAGE) ?? 'null') as Page | null

/** The page that somebody is kept from by having to sign in. */
export function notePage(page: string, whose: string | null): void {
  const isInside = page.startsWith(`${START}/`) || page.startsWith(`${START}?`)
  // A page that is loaded again without a session stays the one of whoever had it open.
  if (isInside && notedPage()?.page !== page) keep(PAGE, JSON.stringify({ page, whose }))
}

/** Where to go after signing in: that page, once, unless it was another person's. */
export function takePage(): string {
  const noted = notedPage()
  drop(PAGE)
  if (!noted) return START
  const isTheirs = noted.whose === null || noted.whose === decodeToken(storage.read('token'))?.email
  return isTheirs ? noted.page : START
}
