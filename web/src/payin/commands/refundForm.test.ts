// @vitest-environment node
import { expect, it } from 'vitest'
import { readRefund } from './refundForm'

const t = (key: string) => key
const left = { amount: 5000, currency: 'BRL' }

it('the whole is what is left now', () => {
  const read = readRefund({ whole: true, amount: 1, reason: ' ' }, left, t, '')
  expect(read).toEqual({ input: { amount: left, reason: null, end_to_end_id: null } })
})

it('a part is at least something and at most what is left', () => {
  const part = (amount: number | null) => readRefund({ whole: false, amount, reason: '' }, left, t, '')
  expect(part(null)).toHaveProperty('errors.amount')
  expect(part(5001)).toHaveProperty('errors.amount')
  expect(part(5000)).toHaveProperty('input.amount.amount', 5000)
})
