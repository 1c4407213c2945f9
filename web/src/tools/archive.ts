import type { Answer } from '../app/api'
import type { Language, Translate } from '../app/i18n'
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

/** 2026-01 as people write it; a month of the archive is one of UTC. */
export function monthName(month: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

const SHOWN = new Set(['status', 'asked_by', 'agreed_by'])

/** Words of a plan about a month. */
export function planWords(t: Translate): PlanWords {
  return {
    field: (field) =>
      SHOWN.has(field) ? t(field === 'status' ? 'tools.column.status' : 'tools.archive.decided') : null,
    value: (field, value) => {
      if (value === null || typeof value === 'object') return '—'
      return field === 'status'
        ? t(`tools.archive.status.${value as ArchivedMonth['status']}`)
        : String(value)
    },
  }
}
