import type { Language, Translate } from '../app/i18n'
import type { PlanWords } from '../kit/command/plan'
import { formatDay, formatMoney, formatShare } from '../kit/format'
import { wordOf } from './companies'

/** What a plan tells of a company: each field by its name, each value as the screens show it. */
export function planWords(t: Translate, language: Language): PlanWords {
  return {
    field: (name) => wordOf(t, 'column', name),
    value: (field, value) => {
      if (value === null || value === '') return '—'
      if (typeof value === 'object') return formatMoney(value, language)
      if (typeof value === 'boolean') return t(value ? 'companies.yes' : 'companies.no')
      if (field === 'cooling_off_hours') return t('companies.payout.hours', { count: Number(value) })
      const text = String(value)
      if (field === 'status') return wordOf(t, 'status', text)
      if (field === 'pep_type') return wordOf(t, 'pep', text)
      if (field === 'fee' || field === 'share') return formatShare(text, language)
      if (field === 'kyc_expires_on') return formatDay(text, language)
      if (field === 'products') {
        return text
          .split(', ')
          .map((each) => wordOf(t, 'product', each))
          .join(', ')
      }
      return text
    },
  }
}
