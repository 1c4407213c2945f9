import { addressOf } from '../../app/calls'
import { CallError, statusText } from '../../app/errors'
import { call } from '../../app/session'

/** Bytes of a piece; a body has at most a million. */
export const PIECE = 512 * 1024

/** Sends one piece of a file to its place; the same piece may be sent again. */
export async function putPiece(path: string, piece: Blob): Promise<void> {
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
