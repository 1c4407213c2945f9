import { isByItself } from './byItself'
import { addressOf, cookie, credentialFor, isOurs, isUnsafe, mayRetry, newCommandKey } from './calls'
import { LOGOUT_WAIT, REFRESH_LOCK, REFRESH_PAUSE } from './constants'
import { forgetForms, keepForms, lookForDrafts } from './draft'
import { noteEnd, notePage } from './ended'
import { CallError, fromFetch, statusText } from './errors'
import { browser, leave, staying, untilLeft } from './leaving'
import { pause } from './pause'
import { TWO_FACTOR } from './permissions'
import { authentication, clearSession, forgetAccessToken, setTokens, settings, setUser } from './state'
import * as storage from './storage'
import { isTokenValid } from './token'
import { eyesFor } from './viewAs'

/** Signing in and out, keeping the access token fresh, and sending every call with what it must carry. */

type AuthStatus = 'authenticated' | 'unauthenticated'
/** Somebody signs out by their own will: nothing that they had begun is wanted any more. */
const LEFT = 'left'

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('auth-status')

/** Also while the access token, forgotten after a 401, is being replaced: another tab or screen may start just then. */
export function isSignedIn(): boolean {
  return storage.read('token') !== null || storage.read('refresh_token') !== null
}

function status(): AuthStatus {
  return authentication.get().refresh_token ? 'authenticated' : 'unauthenticated'
}

/** Another tab that signs in or out makes this one start again with what is stored now. */
export function followOtherTabs(): () => void {
  const listen = (event: MessageEvent<AuthStatus | typeof LEFT>) => {
    if (event.data === LEFT) return forgetForms()
    if (event.data === status()) return
    if (event.data === 'unauthenticated') noteLoss()
    browser.reload()
  }
  channel?.addEventListener('message', listen)
  return () => channel?.removeEventListener('message', listen)
}

export function startSession(token: string, refreshToken: string): void {
  setTokens(token, refreshToken)
  lookForDrafts()
  channel?.postMessage('authenticated')
}

/** Forgets the session in this browser, tells the other tabs, and goes to the sign-in page, or calls `go` instead. */
export function endSession(go = () => browser.toSignIn()): void {
  clearSession()
  channel?.postMessage('unauthenticated')
  go()
}

/** Notes that the session ends without the person asking: the sign-in page says so, and leads them back to this page. */
export function noteLoss(): void {
  keepForms()
  noteEnd()
  notePage(location.pathname + location.search, authentication.get().user?.email ?? null)
}

/**
 * Ends the session after the server refused the token `refused`, and asks the server to end it too, because nobody can once this
 * browser has forgotten the tokens. If somebody has signed in meanwhile, reloads the page with that session instead.
 */
function loseSession(refused: string | null): void {
  const stored = storage.read('token')
  if (stored !== refused && isTokenValid(stored)) return browser.reload()
  noteLoss()
  void tellServer()
  endSession()
}

/** A person signs out. `go`: where the page goes then, unless to sign in. */
export async function logout(go?: () => void): Promise<void> {
  forgetForms()
  channel?.postMessage(LEFT)
  await closeSession(go)
}

/** Ends the session at the server too; the local one ends even when that call fails, or is not answered for 3 seconds. */
export async function closeSession(go?: () => void): Promise<void> {
  leave()
  await Promise.race([tellServer(), pause(LOGOUT_WAIT)])
  endSession(go)
}

/** Says to the server that the session is over, also when this page has gone by then. Never fails. */
async function tellServer(): Promise<void> {
  try {
    const request = new Request(addressOf('/auth/logout'), { method: 'POST', keepalive: true })
    await fetch(withHeaders(request, null))
  } catch {
    // The session of this browser ends whatever the server says.
  }
}

/** A second factor has come to be demanded of the person since this page learnt who they are: it asks for one at once. */
async function noteDemand(response: Response): Promise<void> {
  const { user } = authentication.get()
  if (response.status !== 403 || !user || user.sensitive) return
  const said = (await response.json().catch(() => null)) as { message?: unknown } | null
  if (said?.message !== 'second_factor_demanded') return
  const permissions = user.permissions.filter((each) => each !== TWO_FACTOR)
  setUser({ ...user, permissions, sensitive: true })
}

let queue: Promise<unknown> = Promise.resolve()

/** Runs alone: in all tabs where the browser has locks (it has none on plain http), else in this tab. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  if (typeof navigator !== 'undefined' && navigator.locks) {
    return navigator.locks.request(REFRESH_LOCK, work) as Promise<T>
  }
  const turn = queue.then(work, work)
  queue = turn.catch(() => undefined)
  return turn
}

/**
 * A valid access token: the stored one, unless it is the one that was `refused`, or a new one. Storage is read and the
 * refused one forgotten inside the lock: outside, a tab that hears late of another's new token would throw that away.
 */
export function freshToken(refused: string | null = null): Promise<string> {
  return alone(async () => {
    const stored = storage.read('token')
    if (stored && stored !== refused && isTokenValid(stored)) return stored
    forgetAccessToken()
    return refresh()
  })
}

/** Gets new tokens at once, valid or not; for rights that have just changed. */
export function renewToken(): Promise<string> {
  return alone(refresh)
}

async function refresh(): Promise<string> {
  const response = await send(new Request(addressOf('/auth/refresh'), { method: 'POST' }))
  if (!response.ok) throw new CallError(statusText(response.status), response.status)
  const { token, refreshToken } = (await response.json()) as { token: string; refreshToken: string }
  setTokens(token, refreshToken)
  await pause(REFRESH_PAUSE)
  return token
}

function withHeaders(request: Request, token: string | null): Request {
  const url = new URL(request.url)
  const headers = new Headers([...request.headers])
  const credential = credentialFor(url)
  const bearer =
    credential === 'refresh' ? storage.read('refresh_token') : credential === 'access' ? token : null
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
  if (isOurs(url)) {
    const { account } = settings.get()
    if (account && credential === 'access') headers.set('X-Account', String(account.id))
    const viewed = eyesFor(url.pathname)
    if (viewed && credential === 'access') headers.set('X-View-As', viewed)
    if (isUnsafe(request.method)) {
      const xsrf = cookie('XSRF-TOKEN')
      if (xsrf) headers.set('X-XSRF-TOKEN', xsrf)
    }
  }
  return new Request(request, { headers })
}

async function send(request: Request, token = storage.read('token')): Promise<Response> {
  try {
    const prepared = withHeaders(request, token)
    return await fetch(prepared, { signal: AbortSignal.any([prepared.signal, untilLeft()]) })
  } catch (reason) {
    await staying()
    throw fromFetch(reason)
  }
}

/**
 * The shared client. Sends a request with authorization, chosen merchant, cross-site token and, for a Command, its
 * idempotency key. After a 401 it forgets the access token, gets a valid one, and repeats the request once with the same
 * key; when that fails the session ends. What the page asks by itself says so: it does not keep the session alive.
 *
 * Throws CallError when there is no answer; an answer with any status is returned.
 */
export async function call(request: Request): Promise<Response> {
  const poll = isByItself()
  await staying()
  const url = new URL(request.url)
  if (poll && isOurs(url)) {
    request = new Request(request)
    request.headers.set('X-Poll', '1')
  }
  if (isUnsafe(request.method) && credentialFor(url) === 'access' && isOurs(url)) {
    if (!request.headers.has('Idempotency-Key')) {
      request = new Request(request)
      request.headers.set('Idempotency-Key', newCommandKey())
    }
  }
  const again = request.clone()
  const token = storage.read('token')
  const response = await send(request, token)
  if (response.status === 403 && isOurs(url)) void noteDemand(response.clone())
  if (response.status !== 401 || !mayRetry(url) || credentialFor(url) !== 'access') return response

  let retried: Response
  let renewed = token
  try {
    renewed = await freshToken(token)
    retried = await send(again, renewed)
  } catch (reason) {
    loseSession(renewed)
    throw reason
  }
  if (retried.status === 401) loseSession(renewed)
  return retried
}
