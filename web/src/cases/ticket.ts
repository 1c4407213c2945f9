import type { Answer } from '../app/api'
import type { Translate } from '../app/i18n'
import type { Status } from '../kit/list/definition'

/** A ticket of the ombudsman or of customer service, as the server tells it. */

export type Kind = 'ombudsman' | 'service'
export type OmbudsmanRow = Answer<'/v1/audit/ombudsman-tickets', 'get'>[number]
export type ServiceRow = Answer<'/v1/audit/service-tickets', 'get'>[number]
export type Ticket = Answer<'/v1/audit/ombudsman-tickets/{id}', 'get'>
export type HalfYear = Answer<'/v1/audit/ombudsman-reports', 'get'>

export const LIST_PATHS: Record<Kind, string> = {
  ombudsman: '/dashboard/audit/ombudsman-tickets',
  service: '/dashboard/audit/customer-service-tickets',
}
export const ticketPath = (kind: Kind, id: string) => `${LIST_PATHS[kind]}/${id}`
export const DEADLINES_PATH = `${LIST_PATHS.ombudsman}/deadlines`
export const REPORT_PATH = `${LIST_PATHS.ombudsman}/half-year`

export const MAY_READ = ['audit::tickets:read']
export const MAY_WRITE = ['audit::tickets:write']

export const OMBUDSMAN_STATES: readonly Status[] = [
  { value: 'opened', tone: 'awaiting', label: 'cases.state.opened' },
  { value: 'analysing', tone: 'info', label: 'cases.state.analysing' },
  { value: 'waiting_area', tone: 'awaiting', label: 'cases.state.waiting_area' },
  { value: 'answered', tone: 'success', label: 'cases.state.answered' },
  { value: 'closed', tone: 'neutral', label: 'cases.state.closed' },
  { value: 'withdrawn', tone: 'neutral', label: 'cases.state.withdrawn' },
  { value: 'redirected', tone: 'neutral', label: 'cases.state.redirected' },
]

export const SERVICE_STATES: readonly Status[] = [
  { value: 'opened', tone: 'awaiting', label: 'cases.state.opened' },
  { value: 'first_answered', tone: 'info', label: 'cases.state.first_answered' },
  { value: 'working', tone: 'info', label: 'cases.state.working' },
  { value: 'waiting_client', tone: 'awaiting', label: 'cases.state.waiting_client' },
  { value: 'resolved', tone: 'success', label: 'cases.state.resolved' },
  { value: 'escalated', tone: 'error', label: 'cases.state.escalated' },
  { value: 'closed', tone: 'neutral', label: 'cases.state.closed' },
]
export const STATES: Record<Kind, readonly Status[]> = {
  ombudsman: OMBUDSMAN_STATES,
  service: SERVICE_STATES,
}

export const DUE: readonly Status[] = [
  { value: 'overdue', tone: 'error', label: 'cases.due.overdue' },
  { value: 'today', tone: 'awaiting', label: 'cases.due.today' },
  { value: 'days_3', tone: 'awaiting', label: 'cases.due.days_3' },
  { value: 'days_10', tone: 'info', label: 'cases.due.days_10' },
  { value: 'later', tone: 'neutral', label: 'cases.due.later' },
  { value: 'done', tone: 'success', label: 'cases.due.done' },
]

export const CHANNELS = ['phone', 'email', 'web', 'chat', 'letter', 'rdr', 'procon', 'court'] as const
/** Through these a ticket comes to the ombudsman alone. */
export const OFFICIAL = ['rdr', 'procon', 'court'] as const
export const MATTERS = ['complaint', 'request', 'praise', 'report', 'cancellation'] as const
export const SUBJECTS = [
  'payment',
  'refund',
  'payout',
  'account',
  'fees',
  'fraud',
  'service',
  'privacy',
  'other',
] as const
export const PRODUCTS = ['pix', 'boleto', 'payout', 'account', 'exchange', 'other'] as const
export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export const OUTCOMES = ['upheld_resolved', 'upheld_unresolved', 'not_upheld'] as const

/** The word of a code that the server told; the code itself where it is new. */
export function wordOf(
  t: Translate,
  group:
    | 'channel'
    | 'matter'
    | 'subject'
    | 'product'
    | 'priority'
    | 'outcome'
    | 'step'
    | 'payment_state'
    | 'deadline',
  value: string,
): string {
  const key = `cases.${group}.${value}`
  const word = t(key)
  return word === key ? value : word
}

export const optionsOf = (t: Translate, group: Parameters<typeof wordOf>[1], values: readonly string[]) =>
  values.map((value) => ({ value, label: wordOf(t, group, value) }))

/** 202611220000014 → 20261122-000001-4, as people read it out. */
export const protocolText = (protocol: string) =>
  `${protocol.slice(0, 8)}-${protocol.slice(8, 14)}-${protocol.slice(14)}`
