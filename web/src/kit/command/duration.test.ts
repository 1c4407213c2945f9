// @vitest-environment node
import { expect, it } from 'vitest'
import { isDuration, secondsIn, unitOfTyped } from './duration'

it('is said in the greatest unit that parts it evenly', () => {
  expect(['86400', '7200', '900', '90', '', 'soon'].map(unitOfTyped)).toEqual([
    'days',
    'hours',
    'minutes',
    'seconds',
    'minutes',
    'minutes',
  ])
})

it('is sent in seconds; what is no whole number stays what it is', () => {
  expect([secondsIn('2', 'hours'), secondsIn(' 15 ', 'minutes'), secondsIn('1.5', 'days')]).toEqual([
    '7200',
    '900',
    '1.5',
  ])
})

it('is told from other whole numbers by its name', () => {
  expect(['expires_in', 'grace_seconds', 'valid_days'].map(isDuration)).toEqual([true, true, false])
})
