// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { COMPARISONS, comparisonOf, rangeFor } from './amount'

describe('an amount', () => {
  it.each(COMPARISONS)('compared by "%s" comes back from the address as it was chosen', (comparison) => {
    expect(comparisonOf(rangeFor(comparison, 1000, 2500))).toBe(comparison)
  })

  it('has both bounds, or one of them', () => {
    expect(rangeFor('equal', 1000, 2500)).toEqual({ amountFrom: 1000, amountTo: 1000 })
    expect(rangeFor('least', 1000, 2500)).toEqual({ amountFrom: 1000, amountTo: null })
    expect(rangeFor('most', 1000, 2500)).toEqual({ amountFrom: null, amountTo: 1000 })
    expect(rangeFor('between', 1000, 2500)).toEqual({ amountFrom: 1000, amountTo: 2500 })
  })

  it('of which nothing is said begins with "at least"', () => {
    expect(comparisonOf({ amountFrom: null, amountTo: null })).toBe('least')
  })
})
