import { api, body } from '../../../app/api'
import { addressOf } from '../../../app/calls'
import { CallError, statusText } from '../../../app/errors'
import { call } from '../../../app/session'

/** Bytes of a piece; a body has at most a million. */
const PIECE = 512 * 1024
/** Bytes of a table. */
export const LARGEST = 8 * 1024 * 1024

/** Sends a table piece by piece and answers its id; `told` hears the share that is there, from 0 to 1. */
export async function sendTable(file: File, told: (share: number) => void): Promise<string> {
  const header = { 'Idempotency-Key': crypto.randomUUID() }
  const { id } = await body(
    api.POST('/v1/payouts/payee-imports', {
      params: { header },
      body: { name: file.name.slice(-200), size: file.size },
    }),
  )
  for (let number = 0; number * PIECE < file.size; number++) {
    // One after the other: together they would only wait for each other at the server.
    // oxlint-disable-next-line no-await-in-loop
    await put(
      `/v1/payouts/payee-imports/${id}/pieces/${number}`,
      file.slice(number * PIECE, (number + 1) * PIECE),
    )
    told(Math.min(1, ((number + 1) * PIECE) / file.size))
  }
  await body(api.POST('/v1/payouts/payee-imports/{id}/finish', { params: { path: { id } }, body: {} }))
  return id
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
