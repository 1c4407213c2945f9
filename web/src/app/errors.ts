import type { Translate } from './i18n'

/** What a server may put under `message`: a text, field → texts, or one of two older shapes. */
export type Message =
  | string
  | { error: string; message?: string }
  | { exception: string; line?: number; message: string }
  | Record<string, string[] | string>

export interface ErrorBody {
  status: false
  statusCode: number
  message: Message
  error?: string
  request_id?: string
}

/** A call that did not succeed. `status` is 0 when there was no answer at all. */
export class CallError extends Error {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers

  constructor(text: string, status = 0, body: unknown = null, headers = new Headers()) {
    super(text)
    this.name = 'CallError'
    this.status = status
    this.body = body
    this.headers = headers
  }

  get info(): Partial<ErrorBody> {
    return this.body !== null && typeof this.body === 'object' ? this.body : {}
  }
}

export const NETWORK_ERROR = 'Network Error'
export const ABORTED = 'Request aborted'
export const UNREADABLE = 'Unreadable answer'
export const timeoutText = (ms: number) => `timeout of ${ms}ms exceeded`
export const statusText = (status: number) => `Request failed with status code ${status}`

/** A failed fetch as one of the specification's generic texts. */
export function fromFetch(reason: unknown, timeout?: number): CallError {
  if (reason instanceof CallError) return reason
  const name = (reason as { name?: unknown } | null)?.name
  if (name === 'TimeoutError') return new CallError(timeoutText(timeout ?? 0))
  if (name === 'AbortError') return new CallError(ABORTED)
  return new CallError(NETWORK_ERROR)
}

/** Whether a failed read is asked for again: only a missing answer, or one of a gateway, and only twice. */
export function shouldRetry(failures: number, failure: unknown): boolean {
  return failures < 2 && failure instanceof CallError && (failure.status === 0 || failure.status >= 502)
}

/** The text of a key: `common.<key>` where there is one, else the key itself. */
export function textOf(t: Translate, message: string): string {
  const key = `common.${message}`
  const text = t(key)
  return text === key ? message : text
}

/** Refusals whose `error` is no explanation of ours: the reason that a person wrote, or the line that is meant. */
const WITH_REASON: ReadonlySet<unknown> = new Set([
  'company_blocked',
  'ledger_account_blocked',
  'blocked_by_rule',
  'batch_external_id_used',
])

/** What to tell a person about a failure, one line each. Fields come as "field: text, text". */
export function linesOf(t: Translate, failure: unknown): string[] {
  if (!(failure instanceof CallError))
    return [textOf(t, failure instanceof Error ? failure.message : String(failure))]
  const { message, error, request_id: id } = failure.info
  const minutes = Math.ceil(Number(failure.headers.get('Retry-After')) / 60)
  if (message === 'too_many_tries' && minutes > 0) return [t('common.wait_minutes', { count: minutes })]
  const lines = messageLines(t, message ?? failure.message)
  if (message === 'unexpected_error' && id) return [...lines, t('common.request_id', { id })]
  return error && WITH_REASON.has(message) ? [...lines, error] : lines
}

export function messageLines(t: Translate, message: Message): string[] {
  if (typeof message === 'string') return [textOf(t, message)]
  const older = message as { error?: unknown; exception?: unknown; message?: unknown }
  if (typeof older.error === 'string') {
    return [older.error, older.message]
      .filter((line) => typeof line === 'string')
      .map((line) => textOf(t, line))
  }
  if (typeof older.exception === 'string' && typeof older.message === 'string')
    return [textOf(t, older.message)]
  return Object.entries(message).map(([field, texts]) => {
    const list = (Array.isArray(texts) ? texts : [String(texts)]).map((text) => textOf(t, text))
    return `${textOf(t, `field.${field}`).replace(/^field\./, '')}: ${list.join(', ')}`
  })
}

/** Field → texts, where the server named the fields; for showing each beside its field. */
export function fieldErrors(t: Translate, failure: unknown): Record<string, string> {
  const message = failure instanceof CallError ? failure.info.message : undefined
  if (!message || typeof message === 'string' || 'exception' in message) return {}
  const entries = Object.entries(message).filter(([, texts]) => Array.isArray(texts)) as [string, string[]][]
  return Object.fromEntries(
    entries.map(([field, texts]) => [field, texts.map((text) => textOf(t, text)).join(', ')]),
  )
}
