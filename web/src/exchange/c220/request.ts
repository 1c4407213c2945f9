import type { Answer } from '../../app/api'
import { hasText, type Translate, wordsOf } from '../../app/i18n'
import type { Status } from '../../kit/list/definition'

/** A request of the Central Bank for a file, as the server tells it. */

export type RequestRow = Answer<'/v1/exchange/c220', 'get'>[number]
export type FilingRequest = Answer<'/v1/exchange/c220/{id}', 'get'>
export type FilingLine = FilingRequest['lines'][number]
export type FilingWorkbench = Answer<'/v1/exchange/c220/{id}/workbench', 'get'>
/** A request without its rows. */
export type Filing = FilingWorkbench['request']
export type FilingComparison = FilingWorkbench['comparisons'][number]
export type DifferenceRow = Answer<'/v1/exchange/c220-differences', 'get'>[number]

export const C220_PATH = '/dashboard/exchange/c220'
export const requestPath = (id: string) => `${C220_PATH}/${id}`
export const workbenchPath = (id: string) => `${requestPath(id)}/workbench`
export const MAY_FILE = ['conciliation::C220:write']

export const wordOf = wordsOf('filings')

const TONES = {
  received: 'info',
  generated: 'awaiting',
  approved: 'info',
  delivered: 'awaiting',
  accepted: 'success',
  rejected: 'error',
  cancelled: 'neutral',
} as const

export const REQUEST_STATES: readonly Status[] = Object.entries(TONES).map(([value, tone]) => ({
  value,
  tone,
  label: `filings.state.${value}`,
}))

export const momentWord = (t: Translate) => (group: 'event' | 'actor', value: string) =>
  group === 'event' ? wordOf(t, 'event', value.replace(/^.*:/, '')) : value

/** What the order of the file's columns rests on: in the person's language where we have it. */
export function evidenceWord(t: Translate, { layout, evidence }: FilingRequest): string {
  const key = `filings.evidence.${layout}`
  return hasText(key) ? t(key) : evidence
}

/** `pais_contraparte:required`, in words. */
export const problemWord = (t: Translate, problem: string) => {
  const [column = '', what = ''] = problem.split(':')
  return `${wordOf(t, 'field', column)}: ${wordOf(t, 'problem', what)}`
}
