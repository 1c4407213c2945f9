import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import type { Status } from '../../kit/list/definition'

export type BatchRow = Answer<'/v1/payin/batches', 'get'>[number]
export type BatchRecord = Answer<'/v1/payin/batches/{id}', 'get'>
export type Checked = components['schemas']['Checked']
export type Line = components['schemas']['Line']

export const batchPath = (id: string) => `/dashboard/payin/payments/batches/${id}`
export const NEW_BATCH_PATH = '/dashboard/payin/payments/batches/new'

export const BATCH_STATUSES: readonly Status[] = [
  { value: 'sending', tone: 'awaiting', label: 'payin.batches.status.sending' },
  { value: 'processing', tone: 'awaiting', label: 'payin.batches.status.processing' },
  { value: 'done', tone: 'success', label: 'payin.batches.status.done' },
  { value: 'failed', tone: 'error', label: 'payin.batches.status.failed' },
]

/** The columns of a table, by the names that the server also knows. */
export const COLUMNS = ['name', 'document', 'amount', 'due_date', 'description', 'reference'] as const
