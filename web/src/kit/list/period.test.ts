// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { daysOf, extended, isEnd, lengthOf, rangeOf } from './period'

// Half past midnight of the 21st in UTC; still the 20th where the books are kept.
const now = new Date('2026-11-21T00:30:00Z')
const zone = 'America/Sao_Paulo'

describe('periods', () => {
  it('of 30 days begin at midnight of the merchant and count today', () => {
    const { from, to } = rangeOf({ preset: '30d' }, now, zone)
    expect(from).toEqual(new Date('2026-10-22T00:00:00-03:00'))
    expect(to).toBeNull()
  })

  it('of last month end in its last moment', () => {
    const { from, to } = rangeOf({ preset: 'last_month' }, now, zone)
    expect(from).toEqual(new Date('2026-10-01T00:00:00-03:00'))
    expect(to).toEqual(new Date('2026-10-31T23:59:59.999-03:00'))
  })

  it('between two days hold both of them whole', () => {
    const { from, to } = rangeOf({ from: '2026-11-01', to: '2026-11-02' }, now, zone)
    expect(from).toEqual(new Date('2026-11-01T00:00:00-03:00'))
    expect(to).toEqual(new Date('2026-11-02T23:59:59.999-03:00'))
  })

  it('grow by 90 days at their beginning', () => {
    expect(extended({ preset: '30d' }, now, zone)).toEqual({ from: '2026-07-24' })
    expect(extended({ from: '2026-11-01', to: '2026-11-02' }, now, zone)).toEqual({
      from: '2026-08-03',
      to: '2026-11-02',
    })
  })

  it('do not grow where that finds nothing more', () => {
    expect(extended({ preset: 'all' }, now, zone)).toBeNull()
    expect(extended({ to: '2026-11-02' }, now, zone)).toBeNull()
    expect(extended({ from: '1900-02-01' }, now, zone)).toBeNull()
    expect(extended({ preset: '30d' }, now, zone, 119)).toBeNull()
    expect(extended({ preset: '30d' }, now, zone, 120)).not.toBeNull()
  })

  it('are as long as the days they touch', () => {
    expect(lengthOf({ preset: '30d' }, now, zone)).toBe(30)
    expect(lengthOf({ preset: '30m' }, now, zone)).toBe(1)
    expect(lengthOf({ from: '2026-11-01', to: '2026-11-02' }, now, zone)).toBe(2)
    expect(lengthOf({ to: '2026-11-02' }, now, zone)).toBe(Infinity)
  })

  it.each([
    [{ preset: 'today' }, '2026-11-20', '2026-11-20'],
    [{ preset: 'yesterday' }, '2026-11-19', '2026-11-19'],
    [{ preset: '7d' }, '2026-11-14', '2026-11-20'],
    [{ preset: '30d' }, '2026-10-22', '2026-11-20'],
    [{ preset: 'month' }, '2026-11-01', '2026-11-20'],
    [{ preset: 'last_month' }, '2026-10-01', '2026-10-31'],
    [{ from: '2026-11-01', to: '2026-11-02' }, '2026-11-01', '2026-11-02'],
  ] as const)('%j of the list are the days %s to %s of the sums', (period, from, to) => {
    expect(daysOf(period, now, zone)).toEqual({ from, to })
    expect(rangeOf(period, now, zone).from).toEqual(new Date(`${from}T00:00:00-03:00`))
  })

  it('are days only when they are whole days', () => {
    expect(daysOf({ preset: '6h' }, now, zone)).toBeNull()
    expect(daysOf({ preset: 'all' }, now, zone)).toBeNull()
    expect(daysOf({ from: '2026-11-01T10:00:00Z' }, now, zone)).toBeNull()
  })

  it('end only at days that exist', () => {
    expect(isEnd('2026-02-28')).toBe(true)
    expect(isEnd('2026-02-30')).toBe(false)
    expect(isEnd('2026-11-20T10:00:00Z')).toBe(true)
    expect(isEnd('20/11/2026')).toBe(false)
  })
})
