import type { Answer } from '../../../app/api'
import type { Translate } from '../../../app/i18n'
import type { Status } from '../../../kit/list/definition'
import type { Tone } from '../../../ui/Badge'
import { IMPORTS_PATH } from '../payee'

/** A table of payees, as the server tells it. */

export type ImportRow = Answer<'/v1/payouts/payee-imports', 'get'>[number]
export type ImportRecord = Answer<'/v1/payouts/payee-imports/{id}', 'get'>

export { IMPORTS_PATH }
export const importPath = (id: string) => `${IMPORTS_PATH}/${id}`

const statuses = (group: string, tones: Readonly<Record<string, Tone>>): readonly Status[] =>
  Object.entries(tones).map(([value, tone]) => ({ value, tone, label: `payees.imports.${group}.${value}` }))

export const IMPORT_STATUSES = statuses('status', {
  receiving: 'awaiting',
  received: 'awaiting',
  read: 'info',
  applied: 'success',
  unreadable: 'error',
  discarded: 'neutral',
})
export const OUTCOMES = statuses('outcome', {
  add: 'success',
  extend: 'info',
  known: 'neutral',
  bad: 'error',
})

const FIELDS: ReadonlySet<string> = new Set(['name', 'document'])

/** `document:document_invalid` as a person reads it. */
export function problemWords(t: Translate, problem: string | null): string {
  if (problem === null) return ''
  const [field = '', key = ''] = problem.split(':')
  const words = t(`payees.imports.problem.${key}`)
  return FIELDS.has(field) ? `${t(`payees.imports.column.${field}`)}: ${words}` : words
}
