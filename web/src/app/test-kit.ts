import { HttpResponse, http, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { afterEach, beforeAll, onTestFinished, vi } from 'vitest'
import { setConfig } from './config'

/** A token as the server would sign it, without the signature. */
export function madeToken(lifeSeconds: number, now = Date.now(), more: object = {}): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ exp: now / 1000 + lifeSeconds, ...more }))
  const payload = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  return `e30.${payload}.signature`
}

export const testConfig = {
  apiHost: '',
  authHost: '',
  environment: 'development' as const,
  botCheck: { kind: 'none' },
  privacyUrl: '',
  termsUrl: '',
  helpUrl: '',
  internalDomains: [],
  internalCookieDomains: [],
  outside: {},
}

/** An answer is never there at once: a test that counts on it fails every time, not only on a busy machine. */
const ANSWER_MS = 20

/** For the calls of a test that has ended to reach the server; those that it never answers are not waited for. */
const LAST_CALLS_MS = 100

/** Counts the tests: what the page of an earlier one asked is never answered, as in a browser that has left it. */
let page = 0
const asked = new Set<Promise<unknown>>()

function answerLater() {
  const { fetch } = globalThis
  globalThis.fetch = async (...call) => {
    const asking = page
    const answering = fetch(...call)
    asked.add(answering)
    const answer = await answering.finally(() => asked.delete(answering))
    await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
    return asking === page ? answer : new Promise(() => undefined)
  }
  return () => {
    globalThis.fetch = fetch
  }
}

/** A fake network for one test file, with what is always answered; a call that no handler answers fails. */
export function fakeNetwork(...always: RequestHandler[]) {
  const server = setupServer(...always)
  beforeAll(() => {
    setConfig(testConfig)
    server.listen({ onUnhandledFrame: 'error' })
    const answerAtOnce = answerLater()
    return () => {
      answerAtOnce()
      server.close()
    }
  })
  afterEach(async () => {
    page += 1
    const late = new Promise((resolve) => setTimeout(resolve, LAST_CALLS_MS))
    await Promise.race([Promise.allSettled(asked), late])
    asked.clear()
    server.resetHandlers()
  })
  return server
}

/** A browser with passkeys until the test ends: files share one `navigator`, and the next one must find it as it was. */
export function stubPasskeys(device: {
  create?: (options: CredentialCreationOptions) => Promise<unknown>
  get?: () => Promise<unknown>
}): void {
  vi.stubGlobal('PublicKeyCredential', {})
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: device })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'credentials')
  })
}

export const refused = (status: number, message: unknown, error = 'refused') =>
  HttpResponse.json({ status: false, statusCode: status, message, error, request_id: 'r' }, { status })

export { HttpResponse, http }
