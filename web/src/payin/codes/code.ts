import type { Answer } from '../../app/api'
import type { Status } from '../../kit/list/definition'

export type CodeRow = Answer<'/v1/payin/codes', 'get'>[number]
export type CodeRecord = Answer<'/v1/payin/codes/{id}', 'get'>

export const codePath = (id: string) => `/dashboard/payin/payments/codes/${id}`

export const CODE_STATUSES: readonly Status[] = [
  { value: 'active', tone: 'success', label: 'payin.codes.status.active' },
  { value: 'disabled', tone: 'neutral', label: 'payin.codes.status.disabled' },
]
