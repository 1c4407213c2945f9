import type { Answer } from '../../app/api'
import { answer, api, body } from '../../app/api'
import type { components } from '../../app/api-types'
import type { Keyed } from '../command/useCommand'

/** The calls about Commands on many rows. All of them throw CallError. */

export type Bulk = components['schemas']['Bulk']
export type BulkInput = components['schemas']['BulkInput']
export type BulkItem = Answer<'/v1/bulk/items', 'get'>[number]

/** The rows that were not done are shown up to this number; the file has them all. */
export const MOST_SHOWN = 100

export const askBulk = (input: BulkInput, header: Keyed) =>
  answer(api.POST('/v1/bulk', { params: { header }, body: input }))

export const readBulk = (id: string, signal: AbortSignal): Promise<Bulk> =>
  body(api.GET('/v1/bulk/{id}', { params: { path: { id } }, signal }))

export function readNotDone(id: string, signal: AbortSignal): Promise<BulkItem[]> {
  const query = {
    bulk_id: id,
    status: 'refused,failed',
    order_by: 'number' as const,
    sort: 'asc' as const,
    per_page: MOST_SHOWN,
  }
  return body(api.GET('/v1/bulk/items', { params: { query }, signal }))
}
