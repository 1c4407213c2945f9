import type { Language, Translate } from '../app/i18n'
import type { PlanWords } from '../kit/command/plan'
import { formatMoney, formatTime } from '../kit/format'
import { wordOf } from './charge'

/** Of a charge or a payment, what is worth a line in a plan. */
const SHOWN = new Set(['status', 'refunded', 'fee', 'paid_at'])

export function planWords(
  t: Translate,
  language: Language,
  states: 'status' | 'payment_status' | 'codes.status',
  /** Code of an account → whose it is. */
  names?: ReadonlyMap<string, string>,
): PlanWords {
  return {
    account: (code) => names?.get(code),
    field: (name) => (SHOWN.has(name) ? t(`payin.column.${name}`) : null),
    value: (field, value) => {
      if (value === null) return '—'
      if (typeof value === 'object') return formatMoney(value, language)
      const text = String(value)
      if (field === 'status') return wordOf(t, states, text)
      return field === 'paid_at' ? formatTime(text, language) : text
    },
  }
}
