import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import { hasText, type Translate } from '../../app/i18n'
import type { Values } from '../../kit/command/schema'
import type { Status } from '../../kit/list/definition'

/** KYC as the server tells it: leads, requests, proposals, reasons. */

export type RequestRow = Answer<'/v1/kyc/requests', 'get'>[number]
export type Request = Answer<'/v1/kyc/requests/{id}', 'get'>
export type ProposalRow = Answer<'/v1/kyc/proposals', 'get'>[number]
export type Proposal = Answer<'/v1/kyc/proposals/{id}', 'get'>
export type ReasonRow = Answer<'/v1/kyc/reasons', 'get'>[number]
export type Reason = Answer<'/v1/kyc/reasons/{id}', 'get'>
export type RenewalRow = Answer<'/v1/kyc/renewals', 'get'>[number]
export type LeadRow = Answer<'/v1/kyc/leads', 'get'>[number]
export type Lead = Answer<'/v1/kyc/leads/{id}', 'get'>
export type KycDocument = components['schemas']['KycDocument']
export type KycCheck = components['schemas']['KycCheck']

export const KYC_PATH = '/dashboard/compliance/kyc/list'
export const REASONS_PATH = '/dashboard/compliance/kyc/reasons'
export const RENEWALS_PATH = '/dashboard/compliance/kyc/renewals'
export const LEADS_PATH = '/dashboard/compliance/early-kyc/list'
export const PROPOSALS_PATH = '/dashboard/compliance/kyc/awaiting-approval'
export const requestPath = (id: string) => `/dashboard/compliance/kyc/${id}`
export const reasonPath = (id: string) => `/dashboard/compliance/kyc/reasons/${id}`
export const leadPath = (id: string) => `/dashboard/compliance/early-kyc/${id}`
export const proposalPath = (id: string) => `/dashboard/compliance/kyc/awaiting-approval/${id}`

export const MAY_WRITE = ['kyc::requests:write']
export const MAY_APPROVE = ['kyc::approval:write']

const statuses = (group: string, tones: Record<string, Status['tone']>): readonly Status[] =>
  Object.entries(tones).map(([value, tone]) => ({ value, tone, label: `kyc.${group}.${value}` }))

export const STATES = statuses('state', {
  draft: 'neutral',
  submitted: 'awaiting',
  in_analysis: 'info',
  awaiting_documents: 'awaiting',
  awaiting_approval: 'info',
  approved: 'success',
  rejected: 'error',
  expired: 'error',
  withdrawn: 'neutral',
})
export const DUE = statuses('due', {
  overdue: 'error',
  us: 'info',
  them: 'awaiting',
  approved_30d: 'success',
  done: 'neutral',
})
export const ASSIGNED = ['me', 'nobody', 'somebody', 'done'] as const
export const EXPIRES = ['expired', 'days_30', 'days_60', 'days_90', 'later'] as const
/** What whoever approves looks at first. */
export const PROPOSED = statuses('proposed', {
  overdue: 'error',
  waiting: 'awaiting',
  returned_30d: 'neutral',
  done: 'neutral',
})
export const TURNS = ['mine', 'others', 'done'] as const
/** What staff look at first among leads. */
export const ATTENTION = statuses('attention', {
  open: 'info',
  expiring: 'atention',
  with_hits: 'error',
  converted: 'success',
  over: 'neutral',
})
export const LEAD_STATES = statuses('lead_state', {
  new: 'awaiting',
  checking: 'info',
  done: 'success',
  ready: 'success',
  needs_look: 'awaiting',
  converted: 'neutral',
  discarded: 'neutral',
  expired: 'neutral',
})
export const OUTCOMES = statuses('outcome', {
  waiting: 'awaiting',
  approved: 'success',
  rejected: 'error',
  returned: 'neutral',
})
export const WITHIN = statuses('within', {
  expired: 'error',
  days_30: 'awaiting',
  days_60: 'info',
  days_90: 'neutral',
})
export const RISKS = statuses('risk', {
  low: 'success',
  medium: 'info',
  high: 'awaiting',
  very_high: 'error',
})
export const DOCUMENT_STATES = statuses('document_state', {
  new: 'neutral',
  pending: 'awaiting',
  revision: 'awaiting',
  approved: 'success',
  rejected: 'error',
  expired: 'error',
})
export const CHECK_STATES = statuses('check_state', {
  asked: 'info',
  not_checked: 'neutral',
  clean: 'success',
  hit: 'awaiting',
  error: 'error',
})
export const SUBJECTS = ['merchant', 'partner', 'end_user'] as const

type Group =
  | 'subject'
  | 'port'
  | 'decision'
  | 'expiry'
  | 'source'
  | 'missing'
  | 'change'
  | 'risk'
  | 'event'
  | 'detail'
  | 'refusal'
  | 'verdict'
  | 'outcome'
  | 'state'
  | 'duplicate'
  | 'assigned'
  | 'turn'
  | 'expires'

/** The word of a code that the server told; the code itself where it is new. */
export function wordOf(t: Translate, group: Group, value: string): string {
  const key = `kyc.${group}.${value}`
  return hasText(key) ? t(key) : value
}

export const choices = (group: Group, values: readonly string[]) =>
  values.map((value) => ({ value, label: `kyc.${group}.${value}` }))

export const optionsOf = (t: Translate, group: Group, values: readonly string[]) =>
  values.map((value) => ({ value, label: wordOf(t, group, value) }))

/** What a request says of its subject, as its form is filled in. */
export function saidOf({ name, form }: Pick<Request, 'name' | 'form'>): Values {
  const said = Object.entries(form).flatMap(([key, value]): [string, Values[string]][] => {
    if (typeof value === 'string' || typeof value === 'boolean') return value ? [[`form.${key}`, value]] : []
    return value && 'amount' in value ? [[`form.${key}`, value.amount]] : []
  })
  return { name, ...Object.fromEntries(said) }
}

type Told = Request['timeline'][number]
/** A Command that does one of two things, and how to know that it did the other. */
const OTHERS: Readonly<Record<string, { kind: string; is: (moment: Told) => boolean }>> = {
  'kyc:request:send': { kind: 'kyc:request:withdraw', is: ({ data }) => data.to === 'withdrawn' },
  'kyc:request:take': {
    kind: 'kyc:request:assign',
    is: ({ actor, data }) => typeof data.assignee === 'string' && data.assignee !== actor,
  },
  'kyc:lead:end': { kind: 'kyc:lead:reopen', is: ({ data }) => data.act === 'reopen' },
}

/** A moment under the name of what came of its Command. */
export function toldOf(moment: Told): Told {
  const other = OTHERS[moment.kind]
  return other?.is(moment) ? { ...moment, kind: other.kind } : moment
}
