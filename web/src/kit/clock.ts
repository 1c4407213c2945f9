/**
 * What a clock shows in a time zone. Read from Temporal where the browser has it: the first formatter of Intl costs a page a
 * tenth of all that it does before its first picture.
 */

export interface Clock {
  year: number
  /** From 1. */
  month: number
  day: number
  hour: number
  minute: number
  second: number
}

interface TimeZones {
  Instant: { fromEpochMilliseconds: (at: number) => { toZonedDateTimeISO: (zone: string) => Clock } }
  Now: { timeZoneId: () => string }
}

/** Not among the types of this compiler yet. */
const temporal = () => (globalThis as { Temporal?: TimeZones }).Temporal

/** In a zone by its IANA name; on the person's own clock without one. */
export function clockAt(at: Date, zone?: string): Clock {
  if (zone === undefined) {
    return {
      year: at.getFullYear(),
      month: at.getMonth() + 1,
      day: at.getDate(),
      hour: at.getHours(),
      minute: at.getMinutes(),
      second: at.getSeconds(),
    }
  }
  return (
    temporal()?.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone) ?? formatted(at, zone)
  )
}

/** The zone in which this person's clock runs. */
export const ownZone = (): string =>
  temporal()?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone

const formats = new Map<string, Intl.DateTimeFormat>()

function formatted(at: Date, zone: string): Clock {
  let format = formats.get(zone)
  if (!format) {
    const whole = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
    const clock = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
    format = new Intl.DateTimeFormat('en', { timeZone: zone, ...whole, ...clock })
    formats.set(zone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts
  return { year, month, day, hour, minute, second }
}
