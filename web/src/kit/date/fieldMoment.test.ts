// @vitest-environment node
import { expect, it } from 'vitest'
import { fieldMoment, momentOf } from './fieldMoment'

it.each([
  ['2026-11-20T23:55', 'America/Sao_Paulo', '2026-11-21T02:55:00.000Z'],
  ['2026-11-20T23:55', 'UTC', '2026-11-20T23:55:00.000Z'],
  ['2026-07-01T12:30', 'Europe/Lisbon', '2026-07-01T11:30:00.000Z'],
  // Half an hour after the clocks went forward there.
  ['2026-03-29T02:30', 'Europe/Lisbon', '2026-03-29T01:30:00.000Z'],
  ['2026-01-01T00:00', 'Asia/Kolkata', '2025-12-31T18:30:00.000Z'],
])('%s on the clocks of %s is %s', (field, zone, moment) => {
  expect(momentOf(field, zone)).toBe(moment)
  expect(fieldMoment(new Date(moment), zone)).toBe(field)
})

it('a field that says no moment has none', () => {
  expect(momentOf('', 'UTC')).toBeNull()
  expect(momentOf('soon', 'UTC')).toBeNull()
})
