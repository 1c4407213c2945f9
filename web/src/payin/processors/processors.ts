import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import type { Status } from '../../kit/list/definition'

/** Where the processors are, who may do what there, and the words of their states. */

type Schemas = components['schemas']

export type ProcessorRow = Answer<'/v1/payin/processors', 'get'>[number]
export type Processor = Schemas['ProcessorRecord']
export type Credentials = Schemas['CredentialsInput']

export const PROCESSORS_PATH = '/dashboard/payin/processors/list'
export const processorPath = (id: string) => `/dashboard/payin/processors/${id}`

export const SEE_PROCESSORS = ['gateway::all']
export const MAY_PROCESSORS = ['payin::processors:write']

export const PROCESSOR_STATUSES: readonly Status[] = [
  { value: 'down', tone: 'error', label: 'processors.status.down' },
  { value: 'expired', tone: 'error', label: 'processors.status.expired' },
  { value: 'degraded', tone: 'atention', label: 'processors.status.degraded' },
  { value: 'expiring', tone: 'atention', label: 'processors.status.expiring' },
  { value: 'up', tone: 'success', label: 'processors.status.up' },
  { value: 'idle', tone: 'neutral', label: 'processors.status.idle' },
  { value: 'untested', tone: 'awaiting', label: 'processors.status.untested' },
  { value: 'disabled', tone: 'neutral', label: 'processors.status.disabled' },
]

/** "430 ms"; a dash where nothing was called. */
export const milliseconds = (ms: number | null) => (ms === null ? '—' : `${ms}\u00a0ms`)
