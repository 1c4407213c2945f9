// @vitest-environment node
import { describe, expect, it, vi } from 'vitest'
import { addDays, dayOf, startOfDay, startOfMonth } from './calendar'

const SAO_PAULO = 'America/Sao_Paulo'

describe('days of a zone', () => {
  it('are those of its own clock', () => {
    expect(dayOf(new Date('2026-11-21T02:59:59Z'), SAO_PAULO)).toBe('2026-11-20')
    expect(dayOf(new Date('2026-11-21T03:00:00Z'), SAO_PAULO)).toBe('2026-11-21')
    expect(dayOf(new Date('2026-11-20T15:00:00Z'), 'Asia/Tokyo')).toBe('2026-11-21')
  })

  it.each([
    ['2026-11-20', SAO_PAULO, '2026-11-20T03:00:00Z'],
    ['2026-11-20', 'UTC', '2026-11-20T00:00:00Z'],
    ['2026-11-20', 'Asia/Tokyo', '2026-11-19T15:00:00Z'],
    ['2026-11-20', 'Asia/Kathmandu', '2026-11-19T18:15:00Z'],
    // Clocks went forward at midnight: there was no 00:00, the day began at 01:00.
    ['2018-11-04', SAO_PAULO, '2018-11-04T03:00:00Z'],
    // Clocks went back at midnight: 23:00 came twice, and the day began after the second.
    ['2018-02-18', SAO_PAULO, '2018-02-18T03:00:00Z'],
    ['2018-02-17', SAO_PAULO, '2018-02-17T02:00:00Z'],
    ['2026-03-29', 'Europe/Lisbon', '2026-03-29T00:00:00Z'],
  ])('%s begins in %s at %s', (day, zone, at) => expect(startOfDay(day, zone)).toEqual(new Date(at)))

  it('are the same where the browser has Temporal', () => {
    const fromEpochMilliseconds = (at: number) => ({
      toZonedDateTimeISO(zone: string) {
        const shown = new Date(at - (zone === SAO_PAULO ? 3 : 0) * 3_600_000)
        const [year, month, day, hour, minute, second] = shown.toISOString().split(/\D/).map(Number)
        return { year, month, day, hour, minute, second }
      },
    })
    vi.stubGlobal('Temporal', { Instant: { fromEpochMilliseconds } })
    expect(dayOf(new Date('2026-11-21T02:59:59Z'), SAO_PAULO)).toBe('2026-11-20')
    expect(startOfDay('2026-11-20', SAO_PAULO)).toEqual(new Date('2026-11-20T03:00:00Z'))
    vi.unstubAllGlobals()
  })

  it('follow each other over months and years', () => {
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01')
    expect([startOfMonth('2026-01-31'), startOfMonth('2026-01-31', -1)]).toEqual(['2026-01-01', '2025-12-01'])
  })
})
