// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { type Item, isAsked, matching } from './items'

const item = (label: string, more: Partial<Item> = {}): Item => ({
  key: label,
  label,
  run: () => undefined,
  ...more,
})
const labels = (items: Item[]) => items.map(({ label }) => label)

describe('what was typed', () => {
  const items = [
    item('Administration', { note: 'Payin', words: 'Pagamentos' }),
    item('Payments', { note: 'Payin', also: 'Pagamentos' }),
    item('New payment'),
    item('Conciliação'),
  ]

  it('is found without accents and capitals, and in the other language', () => {
    expect(labels(matching(items, 'conciliacao'))).toEqual(['Conciliação'])
    expect(labels(matching(items, 'PAGAM'))).toEqual(['Payments', 'Administration'])
  })

  it('has what begins with it first, then what has a word that does, then the rest', () => {
    expect(labels(matching(items, 'pay'))).toEqual(['Payments', 'New payment', 'Administration'])
  })

  it('must be there word by word, in any order', () => {
    expect(labels(matching(items, 'payin payments'))).toEqual(['Payments'])
    expect(labels(matching(items, 'payments nothing'))).toEqual([])
  })

  it('when nothing, leaves everything in its order', () => {
    expect(matching(items, ' ')).toEqual(items)
  })
})

it.each(['E12345678202611201830abcdef12345', 'ana@merchant.example', '529.982.247-25', ' tx4821 '])(
  '%s may be an id',
  (typed) => expect(isAsked(typed)).toBe(true),
)
it.each(['Maria Souza', 'souza 350', 'joão', '350,00'])('%s is asked of the lists', (typed) =>
  expect(isAsked(typed)).toBe(true),
)
it.each(['', 'a', 'ab', '---', 'x'.repeat(201)])('%s is not asked of the lists', (typed) =>
  expect(isAsked(typed)).toBe(false),
)
