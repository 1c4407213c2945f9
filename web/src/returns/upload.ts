import type { Answer } from '../app/api'
import { api, body } from '../app/api'
import { sendPieces } from '../kit/files/sendPieces'

/** Bytes of a file. */
export const LARGEST = 200_000_000

/** Where files of each family are sent. */
export type UploadBase =
  | '/v1/payin/return-files'
  | '/v1/payouts/return-files'
  | '/v1/conciliation/statement-files'

type Sent = Answer<'/v1/payin/return-files/{id}/finish', 'post'>

/** Sends a file piece by piece; `again` is true of one whose very bytes were here before. `told` hears the share that is there, from 0 to 1. */
export async function sendFile(
  file: File,
  told: (share: number) => void,
  base: UploadBase = '/v1/payin/return-files',
): Promise<{ sent: Sent; again: boolean }> {
  const header = { 'Idempotency-Key': crypto.randomUUID() }
  const { id } = await body(
    api.POST(base, {
      params: { header },
      body: { name: file.name.slice(-200), size: file.size },
    }),
  )
  await sendPieces(`${base}/${id}`, file, told)
  const sent = await body(api.POST(`${base}/{id}/finish`, { params: { path: { id } }, body: {} }))
  return { sent, again: sent.id !== id }
}
