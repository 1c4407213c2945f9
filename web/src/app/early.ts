import { type Answer, api, body } from './api'
import { type Config, loadConfig } from './config'
import { pause } from './pause'
import { isSignedIn } from './session'

/** Starts the calls that a page waits for longest, from the few kilobytes that load before the rest of the code. */

type Me = Answer<'/rbac/me', 'get'>

let config: Promise<Config> | null = null
let me: Promise<Me> | null = null

export const askMe = (): Promise<Me> => body(api.GET('/rbac/me'))

/** Whether this page needs to know the person before it can draw anything. */
export const isInside = () => isSignedIn() && location.pathname.startsWith('/dashboard')

/** Resolves once every early call has been sent. A failure reaches whoever takes the answer. */
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

/** The early answer, once: later callers want the person as they are by then. */
export function takeMe(): Promise<Me> | null {
  const taken = me
  me = null
  return taken
}

/** Milliseconds after the load at which a page that has drawn nothing shows a spinner (readings 55). */
const SPINNER_AFTER = 200

/**
 * Shows the dashboard's spinner before any drawing code has loaded, however slow the server is. The first picture replaces it.
 * Its two words are written here because the texts themselves may not have arrived.
 */
export async function waitVisibly(): Promise<void> {
  if (!isInside()) return
  await pause(Math.max(0, SPINNER_AFTER - performance.now()))
  const root = document.getElementById('root')
  if (!root || root.childNodes.length) return
  const spinner = document.createElement('div')
  spinner.className = 'starting'
  spinner.role = 'status'
  spinner.ariaLabel = document.documentElement.lang.startsWith('pt') ? 'Carregando' : 'Loading'
  root.append(spinner)
}

/** Milliseconds that the first picture waits for data once everything else is there. */
const FIRST_PICTURE_WAIT = 300

/** What the first picture is better drawn with, until it is drawn. */
let wanted: Promise<unknown>[] | null = []

/** Whether the first screen named any: then its head is drawn without them. */
export const isAnswerWanted = () => Boolean(wanted?.length)

/** Named while the first route loads; later pictures wait for nothing. */
export function drawWith(answer: Promise<unknown>): void {
  answer.catch(() => undefined)
  wanted?.push(answer)
}

/** Kept when everything wanted is there, or has kept the first picture waiting long enough. */
export async function firstAnswers(): Promise<void> {
  await Promise.race([Promise.allSettled(wanted ?? []), pause(FIRST_PICTURE_WAIT)])
  wanted = null
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
