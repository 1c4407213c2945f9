import type { Answer } from '../../app/api'
import { type Language, type Translate, wordsOf } from '../../app/i18n'
import type { PlanWords } from '../../kit/command/plan'
import type { Values } from '../../kit/command/schema'
import { formatMoney } from '../../kit/format'
import type { Status } from '../../kit/list/definition'
import { ORDERS_PATH } from '../blockList/block'

/** Courts' orders, as the server tells them to staff. */

export type OrderRow = Answer<'/v1/compliance/judicial-orders', 'get'>[number]
export type Order = Answer<'/v1/compliance/judicial-orders/{id}', 'get'>

export const orderPath = (id: string) => `${ORDERS_PATH}/${id}`

export const MAY_READ = ['compliance::judicialOrders:read']
export const MAY_WRITE = ['compliance::judicialOrders:write']

export const STATUSES: readonly Status[] = [
  { value: 'received', tone: 'awaiting', label: 'judicialOrders.status.received' },
  { value: 'executing', tone: 'atention', label: 'judicialOrders.status.executing' },
  { value: 'answered', tone: 'success', label: 'judicialOrders.status.answered' },
  { value: 'expired', tone: 'awaiting', label: 'judicialOrders.status.expired' },
  { value: 'transferred', tone: 'neutral', label: 'judicialOrders.status.transferred' },
  { value: 'withdrawn', tone: 'neutral', label: 'judicialOrders.status.withdrawn' },
  { value: 'released', tone: 'neutral', label: 'judicialOrders.status.released' },
]

export const TYPES = ['block', 'unblock', 'transfer', 'information'] as const

export const wordOf = wordsOf('judicialOrders')

/** The last day of a term that ends with a day of the books: its moment is the midnight after. */
export function lastDay(until: string, zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(
    Date.parse(until) - 1,
  )
}

/** What an order to unblock, or a release by hand, lets go. */
export const extents = (t: Translate) =>
  ['all', 'part'].map((value) => ({ value, label: wordOf(t, 'extent', value) }))

/** The fields of a new order that one of its type does not have. */
export function notOf({ type, extent, secret }: Values): string[] {
  const amount = type === 'block' || (type === 'unblock' && extent === 'part')
  const about = type === 'unblock' || type === 'transfer'
  return [
    ...(about ? [] : ['about']),
    ...(type === 'unblock' ? [] : ['extent']),
    ...(amount ? [] : ['amount']),
    ...(type === 'block' ? [] : ['repeat_until']),
    ...(secret ? [] : ['viewers']),
  ]
}

const SHOWN = new Set([
  'status',
  'held',
  'released',
  'remaining',
  'transferred',
  'outcome',
  'process',
  'holder_name',
  'amount',
])

/** Words of a plan about an order. */
export function planWords(t: Translate, language: Language): PlanWords {
  return {
    field: (field) =>
      SHOWN.has(field) ? t(`judicialOrders.column.${field}` as 'judicialOrders.column.held') : null,
    value: (field, value) => {
      if (value === null) return '—'
      if (typeof value === 'object') return formatMoney(value, language)
      return field === 'status' || field === 'outcome' ? wordOf(t, field, String(value)) : String(value)
    },
  }
}
