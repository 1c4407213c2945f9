import type { Answer } from '../../app/api'
import { api, body } from '../../app/api'
import { PIECE, putPiece } from '../../kit/files/putPiece'

type Sent = Answer<'/v1/payouts/batches/{id}/finish', 'post'>

/** Sends a file of payments piece by piece. `told` hears the share that is there, from 0 to 1. */
export async function sendFile(
  file: File,
  mapping: string | null,
  told: (share: number) => void,
): Promise<Sent> {
  const header = { 'Idempotency-Key': crypto.randomUUID() }
  const name = file.name.replace(/\.[^.]*$/, '').slice(-200) || file.name.slice(-200)
  const { id } = await body(
    api.POST('/v1/payouts/batches', { params: { header }, body: { name, size: file.size, mapping } }),
  )
  for (let number = 0; number * PIECE < file.size; number++) {
    // One after the other: together they would only wait for each other at the server.
    // oxlint-disable-next-line no-await-in-loop
    await putPiece(
      `/v1/payouts/batches/${id}/pieces/${number}`,
      file.slice(number * PIECE, (number + 1) * PIECE),
    )
    told(Math.min(1, ((number + 1) * PIECE) / file.size))
  }
  return body(api.POST('/v1/payouts/batches/{id}/finish', { params: { path: { id } }, body: {} }))
}
