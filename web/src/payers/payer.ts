import type { Answer } from '../app/api'
import type { Status } from '../kit/list/definition'

export type Payer = Answer<'/v1/payin/payers/{id}', 'get'>
export type RefundRow = Answer<'/v1/payin/refunds', 'get'>[number]

export const REFUND_STATUSES: readonly Status[] = [
  { value: 'requested', tone: 'awaiting', label: 'payin.refund_status.requested' },
  { value: 'processing', tone: 'awaiting', label: 'payin.refund_status.processing' },
  { value: 'settled', tone: 'info', label: 'payin.refund_status.settled' },
  { value: 'failed', tone: 'error', label: 'payin.refund_status.failed' },
]

/** What of theirs has a tab of its own, beside the charges. */
export const SIDES = ['refunds', 'disputes', 'recurrences'] as const
export type Side = 'charges' | (typeof SIDES)[number]

/** What lists are asked with for one payer: the document, or the name of whoever has none. */
export function rowsOf({ document, name }: Pick<Payer, 'document' | 'name'>): Record<string, string> {
  return document ? { payer_document: document } : { payer_name: name ?? '' }
}
