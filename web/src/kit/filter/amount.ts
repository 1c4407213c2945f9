/** How an amount is compared, and the two bounds of the address that say the same. */

export const COMPARISONS = ['equal', 'least', 'most', 'between'] as const
export type Comparison = (typeof COMPARISONS)[number]

/** Minor units, both bounds inclusive; null where it is open. */
export interface AmountRange {
  amountFrom: number | null
  amountTo: number | null
}

export function comparisonOf({ amountFrom, amountTo }: AmountRange): Comparison {
  if (amountFrom !== null && amountTo !== null) return amountFrom === amountTo ? 'equal' : 'between'
  return amountTo === null ? 'least' : 'most'
}

/** `second` counts only between two amounts. */
export function rangeFor(comparison: Comparison, first: number, second: number | null): AmountRange {
  switch (comparison) {
    case 'equal':
      return { amountFrom: first, amountTo: first }
    case 'least':
      return { amountFrom: first, amountTo: null }
    case 'most':
      return { amountFrom: null, amountTo: first }
    case 'between':
      return { amountFrom: first, amountTo: second }
  }
}
