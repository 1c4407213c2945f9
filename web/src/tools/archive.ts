import type { Answer } from '../app/api'
import type { Translate } from '../app/i18n'
import type { TextKey } from '../app/textKeys'
import type { PlanWords } from '../kit/command/plan'
import type { Status } from '../kit/list/definition'

/** The months in the archive, as the server tells them to staff. */
export type ArchivedMonths = Answer<'/v1/tools/archived-months', 'get'>
export type ArchivedMonth = ArchivedMonths['months'][number]

export const MONTH_STATUSES: readonly Status[] = [
  { value: 'kept', tone: 'neutral', label: 'tools.archive.status.kept' },
  { value: 'asked', tone: 'awaiting', label: 'tools.archive.status.asked' },
  { value: 'dropping', tone: 'info', label: 'tools.archive.status.dropping' },
  { value: 'dropped', tone: 'success', label: 'tools.archive.status.dropped' },
]

const SHOWN: Readonly<Record<string, TextKey>> = {
  status: 'tools.column.status',
  asked_by: 'tools.archive.who_asked',
  agreed_by: 'tools.archive.decided',
}

/** Words of a plan about a month. */
export function planWords(t: Translate): PlanWords {
  return {
    field: (field) => {
      const word = SHOWN[field]
      return word ? t(word) : null
    },
    value: (field, value) => {
      if (value === null || typeof value === 'object') return '—'
      return field === 'status'
        ? t(`tools.archive.status.${value as ArchivedMonth['status']}`)
        : String(value)
    },
  }
}
