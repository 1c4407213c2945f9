import type { Money } from '../format'

/** What money adds up to: one sum for each currency, in the order in which they came. */
export function sumsOf(moneys: Iterable<Money | null | undefined>): Money[] {
  const sums = new Map<string, number>()
  for (const money of moneys) {
    if (money) sums.set(money.currency, (sums.get(money.currency) ?? 0) + money.amount)
  }
  return [...sums].map(([currency, amount]) => ({ amount, currency }))
}
