import type { Answer } from '../../app/api'
import type { Status } from '../../kit/list/definition'

/** What a remittance is, as the server tells it. */

export type RemittanceRow = Answer<'/v1/payouts/remittances', 'get'>[number]
export type Remittance = Answer<'/v1/payouts/remittances/{id}', 'get'>

export const STATES: readonly Status[] = [
  { value: 'drafted', tone: 'awaiting', label: 'payoutFiles.state.drafted' },
  { value: 'sealed', tone: 'info', label: 'payoutFiles.state.sealed' },
  { value: 'delivered', tone: 'info', label: 'payoutFiles.state.delivered' },
  { value: 'acknowledged', tone: 'info', label: 'payoutFiles.state.acknowledged' },
  { value: 'answered', tone: 'atention', label: 'payoutFiles.state.answered' },
  { value: 'closed', tone: 'success', label: 'payoutFiles.state.closed' },
  { value: 'refused', tone: 'error', label: 'payoutFiles.state.refused' },
  { value: 'discarded', tone: 'neutral', label: 'payoutFiles.state.discarded' },
]

export const OUTCOMES: readonly Status[] = [
  { value: 'waiting', tone: 'awaiting', label: 'payoutFiles.outcome.waiting' },
  { value: 'done', tone: 'success', label: 'payoutFiles.outcome.done' },
  { value: 'failed', tone: 'error', label: 'payoutFiles.outcome.failed' },
  { value: 'released', tone: 'info', label: 'payoutFiles.outcome.released' },
]
