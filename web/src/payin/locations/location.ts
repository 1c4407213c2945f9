import type { Answer } from '../../app/api'
import { wordsOf } from '../../app/i18n'
import type { Status } from '../../kit/list/definition'

export type LocationRow = Answer<'/v1/payin/locations', 'get'>[number]
export type LocationRecord = Answer<'/v1/payin/locations/{id}', 'get'>

export const locationPath = (id: string) => `/dashboard/payin/payments/locations/${id}`

export const LOCATION_STATUSES: readonly Status[] = [
  { value: 'created', tone: 'awaiting', label: 'locations.status.created' },
  { value: 'free', tone: 'neutral', label: 'locations.status.free' },
  { value: 'linking', tone: 'awaiting', label: 'locations.status.linking' },
  { value: 'linked', tone: 'success', label: 'locations.status.linked' },
  { value: 'unlinking', tone: 'awaiting', label: 'locations.status.unlinking' },
  { value: 'failed', tone: 'error', label: 'locations.status.failed' },
]

const MOVING = new Set(['created', 'linking', 'unlinking'])

/** Whether the provider has yet to answer. */
export const isMoving = ({ status }: Pick<LocationRecord, 'status'>) => MOVING.has(status)

export const wordOf = wordsOf('locations')
