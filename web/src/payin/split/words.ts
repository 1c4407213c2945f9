import type { Language, Translate } from '../../app/i18n'
import { formatMoney } from '../../kit/format'
import { typedMoney } from '../../ui/amountText'
import type { Part } from './split'

/** "33.33%", "R$12.50" or what is left. */
export function partWords(t: Translate, language: Language, { kind, value }: Part): string {
  if (kind === 'remainder') return t('recipients.kind.remainder')
  if (kind === 'fixed') return formatMoney({ amount: value, currency: 'BRL' }, language)
  return `${typedMoney(value, 2, language)}%`
}
