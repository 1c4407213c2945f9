import type { Answer } from '../../app/api'
import { wordsOf } from '../../app/i18n'
import type { Status } from '../../kit/list/definition'

/** Document checks, hits and lists, as the server tells them to staff. */

export type CheckRow = Answer<'/v1/compliance/checks', 'get'>[number]
export type HitRow = Answer<'/v1/compliance/hits', 'get'>[number]
export type ListRow = Answer<'/v1/compliance/lists', 'get'>[number]
export type LookRow = Answer<'/v1/compliance/looks', 'get'>[number]
export type PairRow = Answer<'/v1/compliance/whitelist', 'get'>[number]
export type FileRow = Answer<'/v1/compliance/check-files', 'get'>[number]
export type Check = Answer<'/v1/compliance/checks/{id}', 'get'>
export type Hit = Answer<'/v1/compliance/hits/{id}', 'get'>
export type WatchList = Answer<'/v1/compliance/lists/{id}', 'get'>
export type Version = WatchList['versions'][number]

export const CHECKS_PATH = '/dashboard/compliance/document-check'
export const HITS_PATH = `${CHECKS_PATH}/hits`
/** The case that a confirmed hit opened, where cases are. */
export const casePath = (id: string) => `/dashboard/compliance/pld-alert-management/cases/${id}`
export const companyPath = (id: number): string => `/dashboard/companies/${id}`
export const SEE_CASES = ['compliance::cases:read']
export const SEE_COMPANIES = ['rbac::companies:read']
export const LISTS_PATH = `${CHECKS_PATH}/lists`
export const PAIRS_PATH = `${CHECKS_PATH}/whitelist`
export const LOOKS_PATH = `${CHECKS_PATH}/looks`
export const FILES_PATH = `${CHECKS_PATH}/files`
export const checkPath = (id: string) => `${CHECKS_PATH}/${id}`
export const hitPath = (id: string) => `${HITS_PATH}/${id}`
export const listPath = (id: string) => `${LISTS_PATH}/${id}`

export const MAY_READ = ['compliance::screening:read']
export const MAY_REVIEW_LOOKS = ['compliance::cases:decide']
export const MAY_WRITE = ['compliance::screening:write']

export const PURPOSES = ['onboarding', 'kyc', 'renewal', 'payment', 'investigation'] as const
export const KINDS = ['sanction', 'pep', 'debarred', 'labour', 'house'] as const
export const ASSIGNED = ['me', 'nobody', 'somebody', 'done'] as const
export const NOT_THE_ONE = [
  'other_document',
  'other_birth',
  'other_country',
  'homonym',
  'other_kind',
  'old_entry',
  'mistake',
] as const

export const CHECK_STATUSES: readonly Status[] = [
  { value: 'asked', tone: 'awaiting', label: 'screening.check_status.asked' },
  { value: 'done', tone: 'success', label: 'screening.check_status.done' },
  { value: 'error', tone: 'error', label: 'screening.check_status.error' },
]
export const OUTCOMES: readonly Status[] = [
  { value: 'clear', tone: 'success', label: 'screening.outcome.clear' },
  { value: 'hits', tone: 'error', label: 'screening.outcome.hits' },
  { value: 'mismatch', tone: 'atention', label: 'screening.outcome.mismatch' },
]
export const HIT_STATUSES: readonly Status[] = [
  { value: 'pending', tone: 'atention', label: 'screening.hit_status.pending' },
  { value: 'confirmed', tone: 'error', label: 'screening.hit_status.confirmed' },
  { value: 'not_the_one', tone: 'success', label: 'screening.hit_status.not_the_one' },
  { value: 'skipped', tone: 'neutral', label: 'screening.hit_status.skipped' },
]
export const PAIR_STATUSES: readonly Status[] = [
  { value: 'proposed', tone: 'awaiting', label: 'screening.pair_status.proposed' },
  { value: 'active', tone: 'success', label: 'screening.pair_status.active' },
  { value: 'lapsed', tone: 'atention', label: 'screening.pair_status.lapsed' },
  { value: 'expired', tone: 'neutral', label: 'screening.pair_status.expired' },
  { value: 'refused', tone: 'neutral', label: 'screening.pair_status.refused' },
  { value: 'ended', tone: 'neutral', label: 'screening.pair_status.ended' },
]
export const FILE_STATUSES: readonly Status[] = [
  { value: 'received', tone: 'awaiting', label: 'screening.file_status.received' },
  { value: 'running', tone: 'awaiting', label: 'screening.file_status.running' },
  { value: 'done', tone: 'success', label: 'screening.file_status.done' },
  { value: 'unreadable', tone: 'error', label: 'screening.file_status.unreadable' },
]
export const VERSION_STATUSES: readonly Status[] = [
  { value: 'received', tone: 'awaiting', label: 'screening.version_status.received' },
  { value: 'held', tone: 'atention', label: 'screening.version_status.held' },
  { value: 'active', tone: 'success', label: 'screening.version_status.active' },
  { value: 'replaced', tone: 'neutral', label: 'screening.version_status.replaced' },
  { value: 'unreadable', tone: 'error', label: 'screening.version_status.unreadable' },
  { value: 'discarded', tone: 'neutral', label: 'screening.version_status.discarded' },
]

export const wordOf = wordsOf('screening')
