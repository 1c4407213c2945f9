import { hasText, type Language, type Translate } from '../app/i18n'
import type { PlanWords } from '../kit/command/plan'
import { formatDay, formatMoney } from '../kit/format'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Words of a plan about something that is kept: the names of its columns, and values as its record shows them. */
export function registersPlan(
  t: Translate,
  language: Language,
  texts: 'payoutBanks' | 'payoutRegisters',
  valueOf: (field: string, value: string) => string = (_, value) => value,
): PlanWords {
  return {
    field: (name) => {
      const key = `${texts}.column.${name}`
      return hasText(key) ? t(key) : null
    },
    value: (field, value) => {
      if (value === null || value === '') return '—'
      if (typeof value === 'object') return formatMoney(value, language)
      if (typeof value === 'string' && DAY.test(value)) return formatDay(value, language)
      return valueOf(field, String(value))
    },
  }
}
