import type { Answer } from '../../app/api'
import { api, body } from '../../app/api'
import { sendPieces } from '../../kit/files/sendPieces'

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
  await sendPieces(`/v1/payouts/batches/${id}`, file, told)
  return body(api.POST('/v1/payouts/batches/{id}/finish', { params: { path: { id } }, body: {} }))
}
