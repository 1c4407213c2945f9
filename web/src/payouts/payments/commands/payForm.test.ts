// @vitest-environment node
import { expect, it } from 'vitest'
import { leaving } from './payForm'

it.each([
  ['pending', 'key', 'leaves_now'],
  ['queued', 'key', 'leaves_queued'],
  ['on_hold', 'key', 'leaves_on_hold'],
  ['on_hold', 'slip', 'leaves_on_hold'],
  ['pending', 'slip', 'leaves_by_file'],
])('a payment that will be %s by %s says when it leaves', (status, kind, said) => {
  expect(leaving(status, kind)).toBe(said)
})
