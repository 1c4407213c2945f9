import { type Answer, api, body } from './api'
import { type Config, loadConfig } from './config'
import { isSignedIn } from './session'

/** What a page waits for longest, asked for by the few kilobytes that arrive before the rest of the code. */

type Me = Answer<'/rbac/me', 'get'>

let config: Promise<Config> | null = null
let me: Promise<Me> | null = null

export const askMe = (): Promise<Me> => body(api.GET('/rbac/me'))

/** Whether this page needs the person first of all. */
export const isInside = () => isSignedIn() && location.pathname.startsWith('/dashboard')

/** Kept when everything has been asked for; whoever takes an answer hears of its failure. */
export async function startEarly(): Promise<void> {
  config = loadConfig()
  try {
    await config
  } catch {
    return
  }
  if (!isInside()) return
  me = askMe()
  me.catch(() => undefined)
}

export const earlyConfig = (): Promise<Config> => config ?? loadConfig()

/** The person, once: whoever asks again wants to know them as they are now. */
export function takeMe(): Promise<Me> | null {
  const taken = me
  me = null
  return taken
}

declare global {
  interface ErrorConstructor {
    stackTraceLimit: number
  }
}

const { stackTraceLimit } = Error

/**
 * Errors keep no stack for now. While React is read it makes five of them to compare with later, and for their stacks V8
 * reads the whole file a second time.
 */
export function withoutStacks(): void {
  Error.stackTraceLimit = 0
}

export function withStacks(): void {
  Error.stackTraceLimit = stackTraceLimit
}
