import type { Answer } from '../app/api'
import { addressOf } from '../app/calls'
import { CallError, statusText } from '../app/errors'

export type PublicCharge = Answer<'/v1/checkout/links/{token}', 'get'>

/** How often a page that waits for its payment asks, in milliseconds. */
export const EVERY = 3000

/** What a link shows. It asks as nobody: whoever opens it is a payer, also where somebody is signed in. */
export async function readLink(token: string, signal: AbortSignal): Promise<PublicCharge> {
  const response = await fetch(addressOf(`/v1/checkout/links/${encodeURIComponent(token)}`), {
    signal,
    credentials: 'omit',
  })
  const said: unknown = await response.json().catch(() => null)
  if (!response.ok) throw new CallError(statusText(response.status), response.status, said, response.headers)
  return said as PublicCharge
}
