// @vitest-environment node
import { expect, it } from 'vitest'
import { timeLeft } from './timeLeft'

it('time left is days and a clock, and nothing once it is over', () => {
  expect(timeLeft(59_000)).toEqual({ days: 0, clock: '00:00:59' })
  expect(timeLeft(86_400_000 + 3_661_000)).toEqual({ days: 1, clock: '01:01:01' })
  expect(timeLeft(0)).toBeNull()
  expect(timeLeft(-1)).toBeNull()
})
