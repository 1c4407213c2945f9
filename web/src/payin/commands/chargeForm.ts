import type { Translate } from '../../app/i18n'
import type { Errors } from '../../kit/command/CommandDialog'
import type { Values } from '../../kit/command/schema'
import { documentProblem, plainDocument } from '../../kit/documents'

const HOUR = 3600
const DAY = 24 * HOUR

/** For how long a charge can be paid, in seconds. */
export const EXPIRIES = [
  { key: 'm15', seconds: HOUR / 4 },
  { key: 'm30', seconds: HOUR / 2 },
  { key: 'h1', seconds: HOUR },
  { key: 'd1', seconds: DAY },
  { key: 'd3', seconds: 3 * DAY },
  { key: 'd7', seconds: 7 * DAY },
  { key: 'd30', seconds: 30 * DAY },
] as const

/** What the schema cannot say of a new charge. */
export function checkCharge(values: Values, t: Translate): Errors {
  const document = plainDocument(String(values['payer.document'] ?? ''))
  const problem = document ? documentProblem(document) : null
  return problem ? { 'payer.document': t(`payin.document.${problem}`) } : {}
}
