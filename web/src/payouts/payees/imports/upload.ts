import { api, body } from '../../../app/api'
import { sendPieces } from '../../../kit/files/sendPieces'

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
  await sendPieces(`/v1/payouts/payee-imports/${id}`, file, told)
  await body(api.POST('/v1/payouts/payee-imports/{id}/finish', { params: { path: { id } }, body: {} }))
  return id
}
