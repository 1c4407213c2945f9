// @vitest-environment node
import { expect, it } from 'vitest'
import { typedClock } from './day'

it.each([
  ['1830', '18:30'],
  ['18:3', '18:3'],
  ['9:30', '09:30'],
  ['09:301', '09:30'],
  ['noon', ''],
])('a time that is typed as %s stands as %s', (typed, stands) => {
  expect(typedClock(typed)).toBe(stands)
})
