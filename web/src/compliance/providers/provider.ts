import type { Answer } from '../../app/api'
import { type Language, wordsOf } from '../../app/i18n'
import { formatNumber } from '../../kit/format'
import type { Status } from '../../kit/list/definition'

/** Providers of checks, as the server tells them to staff. */

export type ProviderRow = Answer<'/v1/compliance/providers', 'get'>[number]
export type CallRow = Answer<'/v1/compliance/provider-calls', 'get'>[number]
export type CostRow = Answer<'/v1/compliance/provider-costs', 'get'>[number]
export type Provider = Answer<'/v1/compliance/providers/{id}', 'get'>

export const PROVIDERS_PATH = '/dashboard/compliance/provider-manager'
export const CALLS_PATH = `${PROVIDERS_PATH}/calls`
export const COSTS_PATH = `${PROVIDERS_PATH}/costs`
export const providerPath = (id: string) => `${PROVIDERS_PATH}/${id}`

export const MAY_READ = ['compliance::providers:read']
export const MAY_WRITE = ['compliance::providers:write']

export const PORTS = [
  'registry',
  'bureau',
  'documents',
  'face',
  'pep',
  'sanctions',
  'adverse_media',
  'device',
] as const

export const PROVIDER_STATUSES: readonly Status[] = [
  { value: 'draft', tone: 'neutral', label: 'checkProviders.status.draft' },
  { value: 'tested', tone: 'atention', label: 'checkProviders.status.tested' },
  { value: 'active', tone: 'success', label: 'checkProviders.status.active' },
  { value: 'paused', tone: 'atention', label: 'checkProviders.status.paused' },
  { value: 'retired', tone: 'neutral', label: 'checkProviders.status.retired' },
]
export const CIRCUITS: readonly Status[] = [
  { value: 'closed', tone: 'success', label: 'checkProviders.circuit.closed' },
  { value: 'open', tone: 'error', label: 'checkProviders.circuit.open' },
  { value: 'half', tone: 'atention', label: 'checkProviders.circuit.half' },
]
export const OUTCOMES: readonly Status[] = [
  { value: 'clear', tone: 'success', label: 'checkProviders.outcome.clear' },
  { value: 'hit', tone: 'error', label: 'checkProviders.outcome.hit' },
  { value: 'mismatch', tone: 'atention', label: 'checkProviders.outcome.mismatch' },
  { value: 'not_found', tone: 'atention', label: 'checkProviders.outcome.not_found' },
  { value: 'asked', tone: 'neutral', label: 'checkProviders.outcome.asked' },
  { value: 'error', tone: 'error', label: 'checkProviders.outcome.error' },
  { value: 'quota', tone: 'error', label: 'checkProviders.outcome.quota' },
  { value: 'timeout', tone: 'error', label: 'checkProviders.outcome.timeout' },
  { value: 'forged', tone: 'error', label: 'checkProviders.outcome.forged' },
]

export const wordOf = wordsOf('checkProviders')

/** Milliseconds as people read them. */
export const milliseconds = (ms: number | null | undefined, language: Language) =>
  ms === null || ms === undefined ? '—' : `${formatNumber(ms, language)} ms`
