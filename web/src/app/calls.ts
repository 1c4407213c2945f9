import { config } from './config'

/** Which credential a call carries and which host it goes to: one table each, first match wins. */

export type Credential = 'access' | 'refresh' | 'none'

interface Rule {
  host?: RegExp
  path?: RegExp
  credential: Credential
}

const CREDENTIALS: readonly Rule[] = [
  { path: /(^|\/)(logout|refresh)(\/|$)/, credential: 'refresh' },
  { path: /(^|\/)auth\/login\/?$/, credential: 'none' },
  { host: /(^|\.)viacep\.com\.br$/, credential: 'none' },
  { host: /\.execute-api\.[a-z0-9-]+\.amazonaws\.com$/, credential: 'none' },
  { credential: 'access' },
]

export function credentialFor(url: URL): Credential {
  const fits = (rule: Rule) =>
    (rule.host?.test(url.hostname) ?? true) && (rule.path?.test(url.pathname) ?? true)
  return CREDENTIALS.find(fits)?.credential ?? 'access'
}

/** Paths whose 401 is final: a new token would not change it. */
const NEVER_RETRIED = /(^|\/)(logout|refresh|login|forgot)(\/|$)/

export function mayRetry(url: URL): boolean {
  return !NEVER_RETRIED.test(url.pathname)
}

const AT_AUTH_HOST = /^\/?auth\/(twoFactor|password)\/?$/

/** The full URL of a path of ours: sign-in and second factor may be on a separate host. */
export function addressOf(path: string): URL {
  const { apiHost, authHost } = config()
  const host = AT_AUTH_HOST.test(path) ? authHost || apiHost : apiHost
  return new URL(path.startsWith('/') ? path : `/${path}`, host || location.origin)
}

/** Whether a URL is on one of our hosts, the only ones that may receive our headers. */
export function isOurs(url: URL): boolean {
  const { apiHost, authHost } = config()
  const ours = [location.origin, apiHost, authHost].filter(Boolean).map((host) => new URL(host).origin)
  return ours.includes(url.origin)
}

export function isUnsafe(method: string): boolean {
  return !['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase())
}

/** Value of a cookie that scripts may read. */
export function cookie(name: string): string | null {
  for (const pair of document.cookie.split('; ')) {
    if (pair.startsWith(`${name}=`)) return decodeURIComponent(pair.slice(name.length + 1))
  }
  return null
}

/** A new idempotency key. Reuse it for every attempt of the same Command, so that it runs once. */
export function newCommandKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  // randomUUID is missing on plain http addresses other than localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
