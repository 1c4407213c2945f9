import { useLanguage, useT } from '../app/i18n'
import { formatMoney } from './format'
import { useMerchants } from './useMerchants'

/** What a condition says with whole minor units. */
const SUM = /\b(amount|today|today_sum|batch_total)\s*(>=|<=|==|!=|>|<)\s*(\d{1,15})\b/g
/** What it says of merchants by their numbers. */
const MERCHANT = /\bmerchant\s*(==|!=)\s*(\d{1,10})\b/g

/** The hint of a condition; beside it, what its numbers mean: 50000 is R$500.00, merchant 2 is Loja Aurora. */
export function ConditionHint({ hint, condition }: { hint: string; condition: string }) {
  const t = useT('kit')
  const language = useLanguage()
  const merchants = [...condition.matchAll(MERCHANT)]
  const known = useMerchants(merchants.length > 0)
  const means = [
    ...[...condition.matchAll(SUM)].map(([, name, sign, number]) => {
      return `${name} ${sign} ${formatMoney({ amount: Number(number), currency: 'BRL' }, language)}`
    }),
    ...merchants.flatMap(([, sign, number]) => {
      const name = known.find(({ value }) => value === number)?.label
      return name ? [`merchant ${sign} ${name}`] : []
    }),
  ]
  return (
    <>
      {hint}
      {means.length > 0 && <strong> {t('kit.condition_means', { means: means.join(' · ') })}</strong>}
    </>
  )
}
