// @vitest-environment node
import { expect, it } from 'vitest'
import { newIntent } from './intent'

function counted() {
  let made = 0
  return newIntent(() => `key ${++made}`)
}

it('a retry of the same input carries the same key', () => {
  const intent = counted()
  expect(intent.keyFor({ amount: 100 })).toBe('key 1')
  expect(intent.keyFor({ amount: 100 })).toBe('key 1')
})

it('another input is another intent', () => {
  const intent = counted()
  intent.keyFor({ amount: 100 })
  expect(intent.keyFor({ amount: 200 })).toBe('key 2')
})

it('the same input after a success is meant anew', () => {
  const intent = counted()
  intent.keyFor({ amount: 100 })
  intent.done()
  expect(intent.keyFor({ amount: 100 })).toBe('key 2')
})
