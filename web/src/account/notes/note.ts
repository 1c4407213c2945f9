import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import type { Language, Translate } from '../../app/i18n'
import type { PlanWords } from '../../kit/command/plan'
import { formatMoney } from '../../kit/format'
import type { Status } from '../../kit/list/definition'
import { wordOf } from '../history/entry'

/** What a note is, as the server tells it. */

export type NoteRow = Answer<'/v1/account/notes', 'get'>[number]
export type NoteRecord = Answer<'/v1/account/notes/{id}', 'get'>
export type NoteInput = components['schemas']['NoteInput']

const BASE = '/dashboard/account/merchant-notes'
export const NOTES_PATH = `${BASE}/list`
export const notePath = (id: string) => `${BASE}/${id}`

export const MAY_WRITE = ['account::notes:write']
export const MAY_POST = ['account::notes:approve']

export const NOTE_STATUSES: readonly Status[] = [
  { value: 'draft', tone: 'neutral', label: 'account.note_status.draft' },
  { value: 'awaiting_approval', tone: 'awaiting', label: 'account.note_status.awaiting_approval' },
  { value: 'posted', tone: 'success', label: 'account.note_status.posted' },
  { value: 'cancelled', tone: 'neutral', label: 'account.note_status.cancelled' },
]

export const TYPES: readonly { value: NoteInput['type']; label: string }[] = [
  { value: 'credit', label: 'account.note_type.credit' },
  { value: 'debit', label: 'account.note_type.debit' },
]

export const REASONS: readonly { value: NoteInput['reason']; label: string }[] = [
  { value: 'fee_correction', label: 'account.note_reason.fee_correction' },
  { value: 'bank_fee', label: 'account.note_reason.bank_fee' },
  { value: 'rounding', label: 'account.note_reason.rounding' },
  { value: 'goodwill', label: 'account.note_reason.goodwill' },
  { value: 'write_off', label: 'account.note_reason.write_off' },
  { value: 'other', label: 'account.note_reason.other' },
]

export function planWords(t: Translate, language: Language): PlanWords {
  return {
    field: (name) => (name === 'status' ? t('account.column.status') : null),
    value: (_, value) =>
      value !== null && typeof value === 'object'
        ? formatMoney(value, language)
        : wordOf(t, 'note_status', String(value)),
  }
}
