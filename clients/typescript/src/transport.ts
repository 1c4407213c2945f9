/** Carries calls to a Retaguarda: once and only once, however often an answer is lost. */

import { errorOf, Unanswered } from './errors.ts'

/** A call that changes something: the same key is done once. A new one without, so that the client's own tries are safe. */
export interface Once {
  idempotencyKey?: string
}

/** `total`: rows of the whole list. `nextCursor`: null on its last page. */
export interface Page<Row> {
  rows: Row[]
  total: number | null
  nextCursor: string | null
}

export interface Carrying {
  /** Where it is: `https://pay.example`. */
  url: string
  /** A secret key, `rtg_…`: it never belongs into a page. */
  key: string
  /** How often a call is sent again after a lost connection, 429 and 503: three times without. */
  retries?: number
  /** How long one try waits, in milliseconds: 30,000 without. */
  timeoutMs?: number
  fetch?: typeof fetch
}

type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

interface Sent {
  body?: unknown
  query?: object
  once?: Once
}

/** An answer after which the same call is sent again, with the same key. */
const AGAIN = [429, 502, 503, 504]
/** The longest that one try waits for the next; what `Retry-After` asks beyond it is left to the caller. */
const LONGEST_WAIT_MS = 30_000

export class Transport {
  readonly #carrying: Required<Carrying>

  constructor(carrying: Carrying) {
    this.#carrying = { retries: 3, timeoutMs: 30_000, fetch: globalThis.fetch, ...carrying }
  }

  async call<Answer>(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    return (await (await this.#sent(method, path, sent)).json()) as Answer
  }

  async picture(method: string, path: string): Promise<Uint8Array> {
    return new Uint8Array(await (await this.#sent(method, path, {})).arrayBuffer())
  }

  async page<Row>(path: string, query: object): Promise<Page<Row>> {
    const answer = await this.#sent('GET', path, { query })
    const total = answer.headers.get('X-Total')
    return {
      rows: (await answer.json()) as Row[],
      total: total === null ? null : Number(total),
      nextCursor: answer.headers.get('X-Next-Cursor'),
    }
  }

  async *every<Row>(path: string, query: object): AsyncGenerator<Row> {
    let cursor: string | null = null
    do {
      const page: Page<Row> = await this.page<Row>(path, { per_page: 200, ...query, ...(cursor ? { cursor } : {}) })
      yield* page.rows
      cursor = page.nextCursor
    } while (cursor)
  }

  async #sent(method: string, path: string, { body, query = {}, once = {} }: Sent): Promise<Response> {
    const { url, key, retries, timeoutMs, fetch } = this.#carrying
    const idempotencyKey = method === 'GET' ? null : (once.idempotencyKey ?? crypto.randomUUID())
    const headers: Record<string, string> = { Authorization: `Bearer ${key}`, Accept: 'application/json' }
    if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    const address = new URL(path, url)
    for (const [name, value] of Object.entries(query as Query)) {
      if (value !== undefined) address.searchParams.set(name, String(value))
    }
    for (let tries = 0; ; tries++) {
      const last = tries >= retries
      let wait: number
      try {
        const answer = await fetch(address, {
          method,
          headers,
          signal: AbortSignal.timeout(timeoutMs),
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        if (answer.ok) return answer
        const text = await answer.text()
        wait = askedWait(answer, tries)
        if (last || !worthIt(answer, text) || wait > LONGEST_WAIT_MS) throw errorOf(answer, text, idempotencyKey)
      } catch (error) {
        if (!isLost(error)) throw error
        if (last) throw new Unanswered(idempotencyKey, error)
        wait = pause(tries)
      }
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
}

/** One thing's place in a path, whatever stands in it. */
export function one(id: string): string {
  if (/^\.*$/.test(id)) throw new TypeError('an id is empty')
  return encodeURIComponent(id)
}

/** `fetch` throws a TypeError for a lost connection, and a DOMException once it waited too long. */
function isLost(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException
}

/** Whether another try may end otherwise: also while the try before, whose answer was lost, still runs. */
function worthIt(answer: Response, text: string): boolean {
  return AGAIN.includes(answer.status) || (answer.status === 409 && text.includes('idempotency_in_flight'))
}

/** Half a second, doubled at each try, and not the same for everybody. */
function pause(tries: number): number {
  return Math.min(LONGEST_WAIT_MS, 500 * 2 ** tries) * (0.5 + Math.random() / 2)
}

function askedWait(answer: Response, tries: number): number {
  const asked = answer.headers.get('Retry-After') ?? ''
  return /^\d+$/.test(asked) ? Number(asked) * 1000 : pause(tries)
}
