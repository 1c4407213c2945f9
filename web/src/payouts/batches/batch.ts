import type { Answer } from '../../app/api'
import { type Language, type Translate, wordsOf } from '../../app/i18n'
import type { PlanWords } from '../../kit/command/plan'
import { formatMoney, formatNumber } from '../../kit/format'
import type { Status } from '../../kit/list/definition'
import { bankName } from '../../kit/place/bankName'

/** What a batch of payouts is, as the server tells it, and where its screens are. */

export type BatchRow = Answer<'/v1/payouts/batches', 'get'>[number]
export type BatchRecord = Answer<'/v1/payouts/batches/{id}', 'get'>
export type LineRow = Answer<'/v1/payouts/batch-lines', 'get'>[number]

export const BATCHES_PATH = '/dashboard/payouts/payments/list-batches'
export const PAYMENTS_PATH = '/dashboard/payouts/payments/list'
export const batchPath = (id: string) => `/dashboard/payouts/payments/batches/${id}`

export const MAY_PAY = ['payout::payment:write']
export const MAY_DECIDE = ['approvals::requests:decide']

export const BATCH_STATUSES: readonly Status[] = [
  { value: 'received', tone: 'awaiting', label: 'payoutBatches.status.received' },
  { value: 'planned', tone: 'info', label: 'payoutBatches.status.planned' },
  { value: 'authorised', tone: 'awaiting', label: 'payoutBatches.status.authorised' },
  { value: 'running', tone: 'awaiting', label: 'payoutBatches.status.running' },
  { value: 'paused', tone: 'atention', label: 'payoutBatches.status.paused' },
  { value: 'done', tone: 'success', label: 'payoutBatches.status.done' },
  { value: 'done_in_part', tone: 'atention', label: 'payoutBatches.status.done_in_part' },
  { value: 'cancelled', tone: 'neutral', label: 'payoutBatches.status.cancelled' },
  { value: 'expired', tone: 'neutral', label: 'payoutBatches.status.expired' },
  { value: 'unreadable', tone: 'error', label: 'payoutBatches.status.unreadable' },
]

export const PAYOUT_STATUSES: readonly Status[] = [
  { value: 'created', tone: 'info', label: 'payoutBatches.payout.created' },
  { value: 'queued', tone: 'awaiting', label: 'payoutBatches.payout.queued' },
  { value: 'on_hold', tone: 'atention', label: 'payoutBatches.payout.on_hold' },
  { value: 'pending', tone: 'awaiting', label: 'payoutBatches.payout.pending' },
  { value: 'in_bank_processing', tone: 'awaiting', label: 'payoutBatches.payout.in_bank_processing' },
  { value: 'blocked', tone: 'atention', label: 'payoutBatches.payout.blocked' },
  { value: 'done', tone: 'success', label: 'payoutBatches.payout.done' },
  { value: 'partly_returned', tone: 'atention', label: 'payoutBatches.payout.partly_returned' },
  { value: 'returned', tone: 'atention', label: 'payoutBatches.payout.returned' },
  { value: 'failed', tone: 'error', label: 'payoutBatches.payout.failed' },
  { value: 'cancelled', tone: 'neutral', label: 'payoutBatches.payout.cancelled' },
  { value: 'rejected', tone: 'error', label: 'payoutBatches.payout.rejected' },
]

/** Groups among the exceptions, the most serious first. */
export const CATEGORIES = ['bad', 'warned', 'changed', 'first', 'biggest'] as const
export type Category = (typeof CATEGORIES)[number]

/** The words of what the server names. */
export const wordOf = wordsOf('payoutBatches')

/** A batch that is being worked on tells how far it is. */
export const isMoving = ({ status }: Pick<BatchRecord, 'status'>) =>
  status === 'received' || status === 'authorised' || status === 'running'

interface Said {
  column: string | null
  why: string
  line: number | null
}

/** What is wrong with a line, then what is strange about it, each in words. */
export function told(t: Translate, language: Language, row: LineRow): { text: string; wrong: boolean }[] {
  const words = (group: 'why' | 'warning', { column, why, line }: Said) => {
    const text = t(`payoutBatches.${group}.${why}`, {
      line: line === null ? '' : formatNumber(line, language),
    })
    return group === 'why' && column ? `${wordOf(t, 'field', column)} ${text}` : text
  }
  const parse = (text: string | null | undefined) => JSON.parse(text ?? '[]') as Said[]
  return [
    ...parse(row.problems).map((each) => ({ text: words('why', each), wrong: true })),
    ...parse(row.warnings).map((each) => ({ text: words('warning', each), wrong: false })),
  ]
}

/** Where a line goes, in one line of text; what names a person comes masked from the server. */
export function destinationOf(t: Translate, row: LineRow): string {
  if (row.kind === 'account') {
    return t('payoutBatches.record.account_at', {
      account: row.account ?? '',
      bank: bankName(row.bank_name) ?? '',
    })
  }
  if (!row.pix_key) return '—'
  return `${t('payoutBatches.record.key', { kind: wordOf(t, 'key', row.pix_key_kind ?? '') })} ${row.pix_key}`
}

/** What happened to a batch, in words; a person is told by their address. */
export const momentWord = (t: Translate) => (group: 'event' | 'actor', value: string) =>
  group === 'event' ? wordOf(t, 'event', value.replace(/^.*:/, '')) : wordOf(t, 'actor', value)

/** Of a batch, what is worth a line in a plan. */
const SHOWN = new Set(['status', 'lines', 'fees', 'first_time', 'root', 'total'])

/** The words of a plan that is about a batch. */
export const planWords = (t: Translate, language: Language): PlanWords => ({
  field: (name) => (SHOWN.has(name) ? t(`payoutBatches.plan.${name}`) : null),
  value: (field, value) => {
    if (value === null) return '—'
    if (typeof value === 'object') return formatMoney(value, language)
    return field === 'status' ? wordOf(t, 'status', String(value)) : String(value)
  },
})
