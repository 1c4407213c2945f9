/** What goes wrong, as types. Each tells the answer's key, which stays the same, and the request's id, which support asks for. */

/** Whatever a call can end with. */
export class RetaguardaError extends Error {
  override readonly name: string = 'RetaguardaError'
}

/** No answer came: nobody knows whether it was done. Send it again with `idempotencyKey`: it is done once. */
export class Unanswered extends RetaguardaError {
  override readonly name = 'Unanswered'
  readonly idempotencyKey: string | null

  constructor(idempotencyKey: string | null, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.idempotencyKey = idempotencyKey
  }
}

interface Told {
  message?: string | Record<string, string[]>
  error?: string
  request_id?: string
}

/** An answer that is not a success. */
export class ApiError extends RetaguardaError {
  override readonly name: string = 'ApiError'
  readonly status: number
  /** What stays the same about it; empty where `fields` say it. */
  readonly key: string
  /** Of each field that was refused, its keys. */
  readonly fields: Readonly<Record<string, string[]>>
  /** English, for people. */
  readonly text: string
  readonly requestId: string | null
  /** Seconds after which to try again; null where it was not said. */
  readonly retryAfter: number | null
  /** The one it was sent with. */
  readonly idempotencyKey: string | null

  constructor(answer: Response, body: string, idempotencyKey: string | null) {
    const told = read(body)
    super(`${answer.status} ${JSON.stringify(told.message ?? answer.statusText)} (request ${told.request_id ?? 'unknown'})`)
    this.status = answer.status
    this.key = typeof told.message === 'string' ? told.message : ''
    this.fields = typeof told.message === 'object' ? told.message : {}
    this.text = told.error ?? answer.statusText
    this.requestId = told.request_id ?? null
    const asked = answer.headers.get('Retry-After') ?? ''
    this.retryAfter = /^\d+$/.test(asked) ? Number(asked) : null
    this.idempotencyKey = idempotencyKey
  }
}

/** 400 and 422: something about the call is wrong; `key` or `fields` say what. */
export class Invalid extends ApiError {
  override readonly name = 'Invalid'
}
/** 401: the key is not known, or ended. */
export class SignedOut extends ApiError {
  override readonly name = 'SignedOut'
}
/** 403: the key's role may not do this, or it takes a person with a second factor. */
export class NotAllowed extends ApiError {
  override readonly name = 'NotAllowed'
}
/** 404: there is no such thing among the merchant's own. */
export class NotFound extends ApiError {
  override readonly name = 'NotFound'
}
/** 409: the thing's state does not allow it, or its twin with the same key still runs. */
export class Conflict extends ApiError {
  override readonly name = 'Conflict'
}
/** 429, after all tries: `retryAfter` says when. */
export class TooMany extends ApiError {
  override readonly name = 'TooMany'
}
/** 5xx, after all tries: send it again later, with the same `idempotencyKey`. */
export class Unavailable extends ApiError {
  override readonly name = 'Unavailable'
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: Invalid,
  401: SignedOut,
  403: NotAllowed,
  404: NotFound,
  409: Conflict,
  422: Invalid,
  429: TooMany,
}

export function errorOf(answer: Response, body: string, idempotencyKey: string | null): ApiError {
  const Made = answer.status >= 500 ? Unavailable : (BY_STATUS[answer.status] ?? ApiError)
  return new Made(answer, body, idempotencyKey)
}

function read(body: string): Told {
  try {
    const told: unknown = JSON.parse(body)
    return typeof told === 'object' && told !== null ? (told as Told) : {}
  } catch {
    return {}
  }
}
