import type { Answer } from '../../../app/api'
import type { Translate } from '../../../app/i18n'
import type { Status } from '../../../kit/list/definition'
import type { Tone } from '../../../ui/Badge'
import { wordOf } from '../refund'

/** A file that tells which payments came back, as the server tells it. */

export type NoticeRow = Answer<'/v1/payouts/return-notices', 'get'>[number]
export type NoticeLine = Answer<'/v1/payouts/return-notice-lines', 'get'>[number]
export type Notice = Answer<'/v1/payouts/return-notices/{id}', 'get'>

export const NOTICES_PATH = '/dashboard/payouts/refunds/notices'
export const noticePath = (id: string) => `${NOTICES_PATH}/${id}`
/** The permissions that open these screens; `MAY_SUSPEND`: of staff, what nothing explains. */
export const MAY_UPLOAD = ['payout::refund:uploadNotifications']
export const MAY_SUSPEND = ['payout::exception:decide']

const statuses = (group: string, tones: Readonly<Record<string, Tone>>): readonly Status[] =>
  Object.entries(tones).map(([value, tone]) => ({
    value,
    tone,
    label: `payoutRefunds.notices.${group}.${value}`,
  }))

export const NOTICE_STATUSES = statuses('status', {
  receiving: 'awaiting',
  received: 'awaiting',
  read: 'info',
  applying: 'awaiting',
  applied: 'success',
  unreadable: 'error',
  refused: 'atention',
  discarded: 'neutral',
})
export const OUTCOMES = statuses('outcome', {
  match: 'success',
  booked: 'neutral',
  over: 'atention',
  unknown: 'atention',
  bad: 'error',
})
export const RESULTS = statuses('result', {
  booked: 'success',
  asked: 'awaiting',
  left: 'error',
  suspense: 'atention',
})

/** `amount:3:amount_ambiguous reference:1:formula` as a person reads it, cell by cell. */
export function problemWords(t: Translate, problem: string | null): string[] {
  return (problem ?? '')
    .split(' ')
    .filter(Boolean)
    .map((each) => {
      const [column = '', place = '0', key = ''] = each.split(':')
      const what = wordOf(t, 'notices.problem', key)
      if (column === 'row') return what
      const name = wordOf(t, 'notices.column', column)
      return place === '0'
        ? `${name}: ${what}`
        : t('payoutRefunds.notices.problem.at', { place, column: name, what })
    })
}

/** Why a file cannot be read, with its line and column. */
export function damageWords(t: Translate, { error }: Notice): string {
  if (!error) return ''
  const what = wordOf(t, 'notices.damage', error.code)
  const { line, column } = error
  if (line === 0) return what.charAt(0).toUpperCase() + what.slice(1)
  return t(`payoutRefunds.notices.damage.${column === 0 ? 'at' : 'at_column'}`, { line, column, what })
}

/** Whether somebody waits for the worker, or for the bank that was just asked. */
export function isUnderWay({ status, asked, applied_at }: Notice, now: number): boolean {
  if (status === 'received' || status === 'applying') return true
  return status === 'applied' && asked > 0 && now - Date.parse(applied_at ?? '') < 60_000
}
