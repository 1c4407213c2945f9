import { describe, expect, it } from 'vitest'
import { daysOf, extended, isEnd, localDay, rangeOf } from './period'

const now = new Date('2026-11-20T15:30:00')

describe('periods', () => {
  it('of 30 days begin at midnight and count today', () => {
    const { from, to } = rangeOf({ preset: '30d' }, now)
    expect(from).toEqual(new Date('2026-10-22T00:00:00'))
    expect(to).toBeNull()
  })

  it('of last month end in its last moment', () => {
    const { from, to } = rangeOf({ preset: 'last_month' }, now)
    expect(from).toEqual(new Date('2026-10-01T00:00:00'))
    expect(to).toEqual(new Date('2026-10-31T23:59:59.999'))
  })

  it('between two days hold both of them whole', () => {
    const { from, to } = rangeOf({ from: '2026-11-01', to: '2026-11-02' }, now)
    expect(from).toEqual(new Date('2026-11-01T00:00:00'))
    expect(to).toEqual(new Date('2026-11-02T23:59:59.999'))
  })

  it('grow by 90 days at their beginning', () => {
    expect(extended({ preset: '30d' }, now)).toEqual({ from: localDay(new Date('2026-07-24T00:00:00')) })
    expect(extended({ from: '2026-11-01', to: '2026-11-02' }, now)).toEqual({
      from: '2026-08-03',
      to: '2026-11-02',
    })
  })

  it('are days only when they are whole days', () => {
    expect(daysOf({ preset: '7d' }, now)).toEqual({ from: '2026-11-14', to: '2026-11-20' })
    expect(daysOf({ preset: '6h' }, now)).toBeNull()
    expect(daysOf({ preset: 'all' }, now)).toBeNull()
    expect(daysOf({ from: '2026-11-01T10:00:00Z' }, now)).toBeNull()
  })

  it('end only at days that exist', () => {
    expect(isEnd('2026-02-28')).toBe(true)
    expect(isEnd('2026-02-30')).toBe(false)
    expect(isEnd('2026-11-20T10:00:00Z')).toBe(true)
    expect(isEnd('20/11/2026')).toBe(false)
  })
})
