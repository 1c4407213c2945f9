import { api, body } from '../../../app/api'
import { sendPieces } from '../../../kit/files/sendPieces'

/** Bytes of a file. */
export const LARGEST = 2 * 1024 * 1024

/** Sends a file of returns piece by piece and answers its id; `told` hears the share that is there, from 0 to 1. */
export async function sendNotice(file: File, told: (share: number) => void): Promise<string> {
  const header = { 'Idempotency-Key': crypto.randomUUID() }
  const { id } = await body(
    api.POST('/v1/payouts/return-notices', {
      params: { header },
      body: { name: file.name.slice(-200), size: file.size },
    }),
  )
  await sendPieces(`/v1/payouts/return-notices/${id}`, file, told)
  await body(api.POST('/v1/payouts/return-notices/{id}/finish', { params: { path: { id } }, body: {} }))
  return id
}
