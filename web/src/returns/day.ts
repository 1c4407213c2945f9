import type { Language } from '../app/i18n'
import { formatTime } from '../kit/format'

/** A day of the server (yyyy-mm-dd) as a person reads it. */
export function formatDay(day: string, language: Language): string {
  return formatTime(`${day}T12:00:00Z`, language, { year: 'always', time: 'none', zone: 'UTC' })
}
