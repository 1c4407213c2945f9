import type { Translate } from '../app/i18n'
import type { PlanWords } from '../kit/command/plan'
import { wordOf } from './accounts'

/** What a plan tells of an account. */
export function planWords(t: Translate): PlanWords {
  return {
    field: (name) => wordOf(t, 'column', name),
    value: (_, value) => {
      if (typeof value === 'boolean') return t(value ? 'companies.yes' : 'companies.no')
      return typeof value === 'string' ? value : '—'
    },
  }
}
