import createClient from 'openapi-fetch'
import type { paths } from './api-types'
import { addressOf } from './calls'
import { CallError, statusText, UNREADABLE } from './errors'
import { call } from './session'

/** The typed client of our server: paths, queries, bodies and answers come from its OpenAPI document. */
export const api = createClient<paths>({
  baseUrl: typeof location === 'undefined' ? '' : location.origin,
  fetch: async (request) => {
    const { pathname, search, origin } = new URL(request.url)
    const address = addressOf(pathname)
    if (address.origin === origin) return call(request)
    address.search = search
    // Read whole: a request made of another one sends a stream, which no server takes over HTTP/1.1 and not every browser has.
    const { method, headers, signal } = request
    const sent = await request.arrayBuffer()
    return call(new Request(address, { method, headers, signal, body: sent.byteLength ? sent : null }))
  },
})

interface Result<T> {
  data?: T
  error?: unknown
  response: Response
}

/** What a call answers once it is done. Whoever sends what may need approval looks for a 202 first (kit/command). */
type Done<T> = Exclude<T, { message: 'awaiting_approval' }>

/** The answer of a call, with its response for the headers; anything but 200–299 is thrown as a CallError. */
export async function answer<T>(pending: Promise<Result<T>>): Promise<{ data: Done<T>; response: Response }> {
  const { data, error, response } = await pending.catch(unreadable)
  if (!response.ok) throw new CallError(statusText(response.status), response.status, error, response.headers)
  return { data: data as Done<T>, response }
}

/** An answer that broke off on its way is none: nobody knows what came of the call. */
function unreadable(reason: unknown): never {
  throw reason instanceof SyntaxError ? new CallError(UNREADABLE) : reason
}

/** Only the body of the answer. */
export async function body<T>(pending: Promise<Result<T>>): Promise<Done<T>> {
  return (await answer(pending)).data
}

type Json<R> = R extends { content: { 'application/json': infer Body } } ? Body : never
type Responses<P extends keyof paths, M extends string> = M extends keyof paths[P]
  ? paths[P][M] extends { responses: infer R }
    ? R
    : never
  : never

/** The body that a path answers with on success: `Answer<'/rbac/me', 'get'>`. */
export type Answer<P extends keyof paths, M extends string> = {
  [S in keyof Responses<P, M>]: S extends 200 | 201 ? Json<Responses<P, M>[S]> : never
}[keyof Responses<P, M>]
