import type { Answer } from '../app/api'
import type { components } from '../app/api-types'
import { type Translate, wordsOf } from '../app/i18n'
import type { Status } from '../kit/list/definition'

/** Who was signed in, as the server tells it. */

export type SessionRow = Answer<'/v1/audit/sessions', 'get'>[number]
export type Session = components['schemas']['SessionRecord']

export const SESSIONS_PATH = '/dashboard/audit/connectiontime'
export const sessionPath = (id: string) => `${SESSIONS_PATH}/${id}`

export const MAY_READ = ['audit:internal:read']
export const MAY_END = ['audit::sessions:write']

export const STATES: readonly Status[] = [
  { value: 'open', tone: 'success', label: 'connection.state.open' },
  { value: 'signed_out', tone: 'neutral', label: 'connection.state.signed_out' },
  { value: 'idle', tone: 'neutral', label: 'connection.state.idle' },
  { value: 'expired', tone: 'neutral', label: 'connection.state.expired' },
  { value: 'forced', tone: 'error', label: 'connection.state.forced' },
]

export const ENDINGS = [
  'sign_out',
  'by_person',
  'by_staff',
  'by_administrator',
  'password',
  'second_factor',
  'token_reused',
  'other',
] as const

const wordOf = wordsOf('connection')

/** What ended a session; nothing where its own state says it. */
export const endingOf = (t: Translate, ending: string): string | null =>
  ending ? wordOf(t, 'ending', ending) : null
