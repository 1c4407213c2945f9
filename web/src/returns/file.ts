import type { Answer } from '../app/api'
import type { components } from '../app/api-types'
import { wordsOf } from '../app/i18n'
import type { Status } from '../kit/list/definition'

/** What a return file is, as the server tells it, and where its screens are. */

export type FileRow = Answer<'/v1/payin/return-files', 'get'>[number]
export type ReturnFile = Answer<'/v1/payin/return-files/{id}', 'get'>
export type LineRow = Answer<'/v1/payin/return-lines', 'get'>[number]
export type RawLine = Answer<'/v1/payin/return-files/{id}/lines', 'get'>['lines'][number]
/** A file of either family, without what is its own. */
export type PlainFile = components['schemas']['ReturnFile']
export interface MovingFile extends PlainFile {
  effects: readonly { effect: string; count: number; done: number }[]
}
export type Effect = ReturnFile['effects'][number]

/** Both screens show the same files; from the live one they can be applied. */
export type Side = 'preview' | 'live'
export const SIDES: Readonly<Record<Side, string>> = {
  preview: '/dashboard/payin/return-file/preview',
  live: '/dashboard/payin/return-file',
}
export const filePath = (side: Side, id: string) => `${SIDES[side]}/${id}`

export const MAY_APPLY = ['payin::returFile:live']
export const MAY_PREVIEW = ['payin::returFile:preview']

export const FILE_STATUSES: readonly Status[] = [
  { value: 'received', tone: 'awaiting', label: 'returns.status.received' },
  { value: 'parsed', tone: 'info', label: 'returns.status.parsed' },
  { value: 'applying', tone: 'awaiting', label: 'returns.status.applying' },
  { value: 'applied', tone: 'success', label: 'returns.status.applied' },
  { value: 'rejected', tone: 'error', label: 'returns.status.rejected' },
]

export const EFFECTS: readonly Status[] = [
  { value: 'settle', tone: 'success', label: 'returns.effect.settle' },
  { value: 'fee', tone: 'secondary', label: 'returns.effect.fee' },
  { value: 'review', tone: 'atention', label: 'returns.effect.review' },
  { value: 'unknown', tone: 'atention', label: 'returns.effect.unknown' },
  { value: 'already', tone: 'neutral', label: 'returns.effect.already' },
  { value: 'rejected', tone: 'error', label: 'returns.effect.rejected' },
  { value: 'information', tone: 'neutral', label: 'returns.effect.information' },
]

/** The words of what the server names. */
export const wordOf = wordsOf('returns')

/** A file that is being worked on tells how far it is. */
export const isMoving = ({ status }: Pick<ReturnFile, 'status'>) =>
  status === 'received' || status === 'applying'

/** `cnab240` → "CNAB 240". */
export const layoutName = (layout: string): string => layout.toUpperCase().replace('CNAB', 'CNAB ')
