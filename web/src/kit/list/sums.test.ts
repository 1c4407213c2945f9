// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { sumsOf } from './sums'

const money = (amount: number, currency = 'BRL') => ({ amount, currency })

describe('a sum of money', () => {
  it('is exact, of cents', () => {
    expect(sumsOf([money(10), money(20), money(-5), null, undefined])).toEqual([money(25)])
  })

  it('is one for each currency, which are never added to each other', () => {
    expect(sumsOf([money(1), money(2, 'USD'), money(3)])).toEqual([money(4), money(2, 'USD')])
  })

  it('is none where nothing has an amount', () => {
    expect(sumsOf([null])).toEqual([])
  })
})
