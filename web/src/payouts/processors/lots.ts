import type { Answer } from '../../app/api'
import type { Status } from '../../kit/list/definition'

/** What a lot is, as the server tells it, and where it is seen. */

export type Lot = Answer<'/v1/payouts/lots/{id}', 'get'>
export type LotRow = Answer<'/v1/payouts/lots', 'get'>[number]

export const lotPath = (id: string) => `/dashboard/payouts/processors/lots/${id}`

export const LOT_STATES: readonly Status[] = [
  { value: 'collected', tone: 'awaiting', label: 'payoutFiles.lots.state.collected' },
  { value: 'submitted', tone: 'info', label: 'payoutFiles.lots.state.submitted' },
  { value: 'released', tone: 'info', label: 'payoutFiles.lots.state.released' },
  { value: 'closed', tone: 'success', label: 'payoutFiles.lots.state.closed' },
  { value: 'refused', tone: 'error', label: 'payoutFiles.lots.state.refused' },
]

export const LINE_OUTCOMES: readonly Status[] = [
  { value: 'waiting', tone: 'awaiting', label: 'payoutFiles.outcome.waiting' },
  { value: 'done', tone: 'success', label: 'payoutFiles.outcome.done' },
  { value: 'refused', tone: 'error', label: 'payoutFiles.lots.line_refused' },
]
