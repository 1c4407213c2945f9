import { addressOf } from '../../app/calls'
import { CallError, statusText } from '../../app/errors'
import { call } from '../../app/session'

/** Bytes of a piece; a body has at most a million. */
const PIECE = 512 * 1024

/** Sends a file piece by piece below this path; `told` hears the share that is there, from 0 to 1. */
export async function sendPieces(path: string, file: File, told: (share: number) => void): Promise<void> {
  for (let number = 0; number * PIECE < file.size; number++) {
    // One after the other: together they would only wait for each other at the server.
    // oxlint-disable-next-line no-await-in-loop
    await put(`${path}/pieces/${number}`, file.slice(number * PIECE, (number + 1) * PIECE))
    told(Math.min(1, ((number + 1) * PIECE) / file.size))
  }
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
