import type { Answer } from '../../app/api'
import type { components } from '../../app/api-types'
import { wordsOf } from '../../app/i18n'
import type { Status } from '../../kit/list/definition'

/** What rules of charges are for one merchant, as the server tells it to staff. */

export type MatrixRow = Answer<'/v1/compliance/merchant-rules', 'get'>[number]
export type Effective = components['schemas']['EffectiveRules']
export type EffectiveRule = components['schemas']['EffectiveRule']
export type Tried = components['schemas']['TriedRules']
export type TryInput = components['schemas']['MerchantTryInput']

export const MATRIX_PATH = '/dashboard/compliance/rule-manager/merchant'
export const effectivePath = (merchant: number) => `${MATRIX_PATH}/${merchant}`

export const MAY_READ = ['compliance::rules:read']
export const MAY_WRITE = ['compliance::rules:write']

export const STATES: readonly Status[] = [
  { value: 'inherits', tone: 'neutral', label: 'merchantRules.state.inherits' },
  { value: 'stricter', tone: 'error', label: 'merchantRules.state.stricter' },
  { value: 'off_proposed', tone: 'awaiting', label: 'merchantRules.state.off_proposed' },
  { value: 'off', tone: 'atention', label: 'merchantRules.state.off' },
]

export const wordOf = wordsOf('merchantRules')
