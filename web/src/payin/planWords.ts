import type { Language, Translate } from '../app/i18n'
import { formatMoney, formatTime, type Money } from '../kit/format'
import type { PlanWords } from '../kit/command/plan'
import { wordOf } from './charge'

/** Of a charge or a payment, what is worth a line in a plan. */
const SHOWN = ['status', 'refunded', 'fee', 'paid_at']

export function planWords(t: Translate, language: Language, states: 'status' | 'payment_status'): PlanWords {
  return {
    account: (code) => wordOf(t, 'account', code),
    field: (name) => (SHOWN.includes(name) ? t(`payin.column.${name}`) : null),
    value: (field, value) => {
      if (value === null) return '—'
      if (field === 'status') return wordOf(t, states, String(value))
      if (field === 'paid_at') return formatTime(String(value), language)
      return typeof value === 'object' ? formatMoney(value as Money, language) : String(value)
    },
  }
}
