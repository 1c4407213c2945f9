import type { Answer } from '../../app/api'
import { wordsOf } from '../../app/i18n'
import type { Status } from '../../kit/list/definition'

/** What a payment return is, as the server tells it, and where its screens are. */

export type PaymentFileRow = Answer<'/v1/payouts/return-files', 'get'>[number]
export type PaymentFile = Answer<'/v1/payouts/return-files/{id}', 'get'>
export type PaymentLineRow = Answer<'/v1/payouts/return-lines', 'get'>[number]

export type Finding = PaymentFile['findings'][number]

export type Side = 'preview' | 'live'
export const SIDES: Readonly<Record<Side, string>> = {
  preview: '/dashboard/payouts/return-file/preview',
  live: '/dashboard/payouts/return-file/live',
}
export const REMITTANCES_PATH = `${SIDES.live}/remittances`
export const LOTS_PATH = `${SIDES.live}/lots`
export const remittancePath = (id: string) => `${REMITTANCES_PATH}/${id}`
export const paymentFilePath = (side: Side, id: string) => `${SIDES[side]}/${id}`

export const bankLinePath = (id: string) => `/dashboard/conciliation/internal/bank-statement/${id}`

export const BASE = '/v1/payouts/return-files'
export const MAY_APPLY = ['payout::returnFile:live']
export const MAY_PREVIEW = ['payout::returnFile:preview']
export const MAY_REMIT = ['payout::remittance:write']
export const MAY_REPROCESS = ['payout::reprocessing:write']

export const EFFECTS: readonly Status[] = [
  { value: 'done', tone: 'success', label: 'payoutFiles.effect.done' },
  { value: 'failed', tone: 'error', label: 'payoutFiles.effect.failed' },
  { value: 'cancelled', tone: 'neutral', label: 'payoutFiles.effect.cancelled' },
  { value: 'returned', tone: 'atention', label: 'payoutFiles.effect.returned' },
  { value: 'released', tone: 'info', label: 'payoutFiles.effect.released' },
  { value: 'case', tone: 'error', label: 'payoutFiles.effect.case' },
  { value: 'contradiction', tone: 'error', label: 'payoutFiles.effect.contradiction' },
  { value: 'unknown', tone: 'atention', label: 'payoutFiles.effect.unknown' },
  { value: 'not_ours', tone: 'atention', label: 'payoutFiles.effect.not_ours' },
  { value: 'no_change', tone: 'neutral', label: 'payoutFiles.effect.no_change' },
  { value: 'already', tone: 'neutral', label: 'payoutFiles.effect.already' },
]

/** The words of what the server names. */
export const wordOf = wordsOf('payoutFiles')
