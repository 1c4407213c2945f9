/** Checks that a webhook is ours before anything in it is believed. */

import { RetaguardaError } from './errors.ts'
import type { WebhookMessage } from './shapes.ts'

/** The header that carries the signature. */
export const SIGNATURE_HEADER = 'Retaguarda-Signature'
/** The header that carries the id to dedupe by. */
export const EVENT_ID_HEADER = 'Retaguarda-Event-Id'

/** The body was not signed with the secret, or too long ago. Answer 400 and do nothing. */
export class WrongSignature extends RetaguardaError {
  override readonly name = 'WrongSignature'
}

export interface Reading {
  /** How old it may be, in seconds: 300 without. */
  tolerance?: number
  /** Unix seconds; this moment without. */
  now?: number
}

/**
 * What was told. `body`: as it arrived, to the byte. `secret`: of the endpoint, `whsec_` included; both while one is rotated.
 */
export async function readWebhook(
  body: Uint8Array | string,
  signature: string,
  secret: string | readonly string[],
  { tolerance = 300, now = Date.now() / 1000 }: Reading = {},
): Promise<WebhookMessage> {
  const parts = signature.split(',').map((part) => part.split('=', 2))
  const at = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d+$/.test(at) || Math.abs(now - Number(at)) > tolerance) {
    throw new WrongSignature('the signature is too old, or says no time')
  }
  const text = new TextEncoder()
  const bytes = typeof body === 'string' ? text.encode(body) : body
  const head = text.encode(`${at}.`)
  const payload = new Uint8Array(head.length + bytes.length)
  payload.set(head)
  payload.set(bytes, head.length)
  const given = parts.filter(([name]) => name === 'v1').map(([, value]) => fromHex(value ?? ''))
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const hmac = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', text.encode(each), hmac, false, ['verify'])
    for (const mark of given) {
      if (await crypto.subtle.verify('HMAC', key, mark, payload)) {
        return JSON.parse(new TextDecoder().decode(bytes)) as WebhookMessage
      }
    }
  }
  throw new WrongSignature('no signature fits the body')
}

function fromHex(text: string): Uint8Array<ArrayBuffer> {
  const pairs = /^([0-9a-f]{2})+$/.test(text) ? (text.match(/../g) ?? []) : []
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16))
}
