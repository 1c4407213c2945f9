import type { Answer } from '../app/api'
import { addressOf } from '../app/calls'
import { CallError, statusText } from '../app/errors'

export type PublicCharge = Answer<'/v1/checkout/links/{token}', 'get'>
export type VerifiedReceipt = Answer<'/v1/receipts/{token}', 'get'>

/** How often a page that waits for its payment asks, in milliseconds. */
export const EVERY = 3000

/** The address leads to nothing: we did not make it. */
export const isGone = (reason: unknown) => reason instanceof CallError && reason.status === 404

/** What a link shows. It asks as nobody: whoever opens it is a payer, also where somebody is signed in. */
export const readLink = (token: string, signal: AbortSignal) =>
  read<PublicCharge>(`/v1/checkout/links/${encodeURIComponent(token)}`, signal)

/** What the address on a receipt shows, to whoever holds the receipt. */
export const readReceipt = (token: string, signal: AbortSignal) =>
  read<VerifiedReceipt>(`/v1/receipts/${encodeURIComponent(token)}`, signal)

async function read<Shown>(path: string, signal: AbortSignal): Promise<Shown> {
  const response = await fetch(addressOf(path), { signal, credentials: 'omit' })
  const said: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new CallError(statusText(response.status), response.status, said, response.headers)
  return said as Shown
}
