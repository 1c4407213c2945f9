import { useLanguage } from '../app/i18n'
import { formatAmount, formatMoney, type Money as MoneyValue } from './format'

/** Money with its currency: "R$1,249.90". With `bare` only the number, where the currency stands nearby. */
export function Money({ value, bare = false }: { value: MoneyValue; bare?: boolean }) {
  const language = useLanguage()
  return <>{bare ? formatAmount(value, language) : formatMoney(value, language)}</>
}
