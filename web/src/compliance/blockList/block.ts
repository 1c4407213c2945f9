import type { Answer } from '../../app/api'
import { type Translate, wordsOf } from '../../app/i18n'
import type { PlanWords } from '../../kit/command/plan'
import type { Status } from '../../kit/list/definition'

/** The block list, as the server tells it to staff. */

export type EntryRow = Answer<'/v1/compliance/block-list', 'get'>[number]
export type Entry = Answer<'/v1/compliance/block-list/{id}', 'get'>
export type RefusalRow = Answer<'/v1/compliance/block-refusals', 'get'>[number]
export type UploadRow = Answer<'/v1/compliance/block-uploads', 'get'>[number]
export type Upload = Answer<'/v1/compliance/block-uploads/{id}', 'get'>

const BASE = '/dashboard/compliance/block-list'
export const LIST_PATH = `${BASE}/list`
export const REFUSALS_PATH = `${BASE}/refusals`
export const UPLOADS_PATH = `${BASE}/uploads`
export const ORDERS_PATH = `${BASE}/orders`
export const MESSAGES_PATH = `${BASE}/messages`
export const entryPath = (id: string) => `${BASE}/${id}`
export const uploadPath = (id: string) => `${UPLOADS_PATH}/${id}`

export const MAY_READ = ['compliance::blackList:read']
export const MAY_WRITE = ['compliance::blackList:write']

export const ENTRY_STATUSES: readonly Status[] = [
  { value: 'unconfirmed', tone: 'awaiting', label: 'blockList.status.unconfirmed' },
  { value: 'active', tone: 'error', label: 'blockList.status.active' },
  { value: 'expired', tone: 'neutral', label: 'blockList.status.expired' },
  { value: 'lifted', tone: 'neutral', label: 'blockList.status.lifted' },
]
/** As the status, and what ends by itself within a week. */
export const STANDINGS: readonly Status[] = [
  { value: 'unconfirmed', tone: 'awaiting', label: 'blockList.standing.unconfirmed' },
  { value: 'active', tone: 'error', label: 'blockList.standing.active' },
  { value: 'expiring', tone: 'atention', label: 'blockList.standing.expiring' },
  { value: 'expired', tone: 'neutral', label: 'blockList.standing.expired' },
  { value: 'lifted', tone: 'neutral', label: 'blockList.standing.lifted' },
]
export const REFUSAL_STATES: readonly Status[] = [
  { value: 'refused', tone: 'error', label: 'blockList.state.refused' },
  { value: 'held', tone: 'awaiting', label: 'blockList.state.held' },
  { value: 'released', tone: 'success', label: 'blockList.state.released' },
]
export const UPLOAD_STATUSES: readonly Status[] = [
  { value: 'received', tone: 'awaiting', label: 'blockList.upload_status.received' },
  { value: 'done', tone: 'success', label: 'blockList.upload_status.done' },
  { value: 'unreadable', tone: 'error', label: 'blockList.upload_status.unreadable' },
]

export const LANES = ['fraud', 'pld', 'sanctions', 'judicial'] as const
export const KINDS = ['document', 'document_root', 'pix_key', 'account', 'email', 'phone', 'ip'] as const
export const EFFECTS = ['refuse', 'hold', 'alert'] as const
export const DIRECTIONS = ['in', 'out', 'both'] as const
export const CAUSES = [
  'fraud_report',
  'mule_account',
  'account_takeover',
  'own_analysis',
  'dict_marking',
  'joint_register',
  'court_order',
  'sanctions_list',
  'other',
] as const

export const wordOf = wordsOf('blockList')
type Group = 'lane' | 'kind' | 'effect' | 'direction' | 'cause' | 'flow' | 'source'

export const optionsOf = (t: Translate, group: Group, values: readonly string[]) =>
  values.map((value) => ({ value, label: wordOf(t, group, value) }))

/** Choices of the fields that entries and files of them have in common. */
export const termOptions = (t: Translate) => ({
  lane: optionsOf(t, 'lane', LANES),
  effect: optionsOf(t, 'effect', EFFECTS),
  direction: optionsOf(t, 'direction', DIRECTIONS),
  cause: optionsOf(t, 'cause', CAUSES),
})

/** Words of a plan about an entry: what changes of it, and what it is judged by. */
export function planWords(t: Translate): PlanWords {
  const groups: Record<string, Group | 'status'> = {
    lane: 'lane',
    effect: 'effect',
    direction: 'direction',
    status: 'status',
  }
  const shown = new Set([...Object.keys(groups), 'reason', 'end_reason', 'ended_by', 'until'])
  return {
    field: (field) => (shown.has(field) ? t(`blockList.column.${field}` as 'blockList.column.lane') : null),
    value: (field, value) => {
      if (value === null || typeof value === 'object') return '—'
      const group = groups[field]
      return group ? wordOf(t, group, String(value)) : String(value)
    },
  }
}
