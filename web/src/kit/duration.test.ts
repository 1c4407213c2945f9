// @vitest-environment node
import { expect, it } from 'vitest'
import { durationWords, shortDuration } from './duration'

it('tells what is set in the greatest unit that says it exactly', () => {
  expect([14_400, 86_400, 90, 5_400, 61].map((each) => durationWords(each, 'en'))).toEqual([
    '4 hours',
    '1 day',
    '90 seconds',
    '90 minutes',
    '61 seconds',
  ])
  expect(durationWords(86_400, 'pt')).toBe('1 dia')
})

it('tells what was measured in at most two units, and never 60 of one', () => {
  const measured = [0, 0.999, 4.2, 59.96, 185, 3_599.6, 14_400, 24_480, 363_570]
  expect(measured.map((each) => shortDuration(each, 'en').replaceAll('\u00a0', ' '))).toEqual([
    '0 ms',
    '999 ms',
    '4.2 s',
    '1 min',
    '3 min 5 s',
    '1 h',
    '4 h',
    '6 h 48 min',
    '101 h',
  ])
  expect([shortDuration(4.2, 'pt'), shortDuration(null, 'pt')]).toEqual(['4,2\u00a0s', '—'])
})
