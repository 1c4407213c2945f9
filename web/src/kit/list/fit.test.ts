// @vitest-environment node
import { expect, it } from 'vitest'
import { amountColumn, leftOut } from './fit'

const COLUMNS = [
  { key: 'at', kind: 'time', width: 136, muted: true, locked: true },
  { key: 'e2e', kind: 'id', width: 128, leaves: 2 },
  { key: 'payer', kind: 'text' },
  { key: 'method', kind: 'text', width: 80, muted: true },
  { key: 'status', kind: 'status', width: 192 },
  { key: 'reference', kind: 'text', width: 136, muted: true },
  { key: 'amount', kind: 'money', width: 132 },
  { key: 'fee', kind: 'money', width: 92, leaves: 1 },
]
const LIST = { amount: 'amount' }

it('all columns stand where there is room', () => expect(leftOut(LIST, COLUMNS, 1056)).toEqual([]))

it('columns give way in their order, then the quiet and the later ones', () => {
  expect(leftOut(LIST, COLUMNS, 1055)).toEqual(['fee'])
  expect(leftOut(LIST, COLUMNS, 900)).toEqual(['fee', 'e2e'])
  expect(leftOut(LIST, COLUMNS, 800)).toEqual(['fee', 'e2e', 'reference'])
})

it('the first column, what the row is called, its state and its amount stay however narrow it is', () => {
  expect(leftOut(LIST, COLUMNS, 10)).toEqual(['fee', 'e2e', 'reference', 'method'])
})

it('the amount is what can be bounded, else the first money that is not quiet', () => {
  expect(amountColumn({}, COLUMNS)).toBe('amount')
  expect(
    amountColumn({}, [
      { key: 'held', kind: 'money', muted: true },
      { key: 'free', kind: 'money' },
    ]),
  ).toBe('free')
  expect(amountColumn({}, [{ key: 'name', kind: 'text' }])).toBe(null)
})
