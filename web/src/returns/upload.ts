import type { Answer } from '../app/api'
import { api, body } from '../app/api'
import { addressOf } from '../app/calls'
import { CallError, statusText } from '../app/errors'
import { call } from '../app/session'

/** Bytes of a piece; a body has at most a million. */
const PIECE = 512 * 1024
/** Bytes of a file. */
export const LARGEST = 200_000_000

type Sent = Answer<'/v1/payin/return-files/{id}/finish', 'post'>

/** Sends a file piece by piece; `again` is true of one whose very bytes were here before. `told` hears the share that is there, from 0 to 1. */
export async function sendFile(
  file: File,
  told: (share: number) => void,
  base: '/v1/payin/return-files' | '/v1/payouts/return-files' = '/v1/payin/return-files',
): Promise<{ sent: Sent; again: boolean }> {
  const header = { 'Idempotency-Key': crypto.randomUUID() }
  const { id } = await body(
    api.POST(base, {
      params: { header },
      body: { name: file.name.slice(-200), size: file.size },
    }),
  )
  for (let number = 0; number * PIECE < file.size; number++) {
    // One after the other: together they would only wait for each other at the server.
    // oxlint-disable-next-line no-await-in-loop
    await put(
      `${base}/${id}/pieces/${number}`,
      file.slice(number * PIECE, (number + 1) * PIECE),
    )
    told(Math.min(1, ((number + 1) * PIECE) / file.size))
  }
  const sent = await body(
    api.POST(`${base}/{id}/finish`, { params: { path: { id } }, body: {} }),
  )
  return { sent, again: sent.id !== id }
}

async function put(path: string, piece: Blob): Promise<void> {
  const request = new Request(addressOf(path), {
    method: 'PUT',
    headers: { 'Content-Type': 'application/octet-stream' },
    body: await piece.arrayBuffer(),
  })
  const response = await call(request)
  if (response.ok) return
  const said: unknown = await response.json().catch(() => null)
  throw new CallError(statusText(response.status), response.status, said, response.headers)
}
