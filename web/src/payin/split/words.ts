import type { Language, Translate } from '../../app/i18n'
import { formatMoney } from '../../kit/format'
import { typedMoney } from '../../ui/MoneyInput'
import type { Part } from './split'

const NO_BREAK = '\u{a0}'

/** "33.33 %", "BRL 12.50" or what is left. */
export function partWords(t: Translate, language: Language, { kind, value }: Part): string {
  if (kind === 'remainder') return t('recipients.kind.remainder')
  if (kind === 'fixed') return formatMoney({ amount: value, currency: 'BRL' }, language)
  return `${typedMoney(value, 2, language)}${NO_BREAK}%`
}
