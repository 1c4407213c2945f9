/** Days of the calendar in a time zone. A day is a text, `2026-11-20`; a zone is an IANA name. */

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formatters are dear to make. */
function kept(zone: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${zone} ${Object.keys(style).join()}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en', { timeZone: zone, ...style })
  formats.set(key, format)
  return format
}

function partsOf(at: Date, zone: string, style: Intl.DateTimeFormatOptions): Record<string, string> {
  return Object.fromEntries(
    kept(zone, style)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
}

/** The day that a moment belongs to. */
export function dayOf(at: Date, zone: string): string {
  const { year, month, day } = partsOf(at, zone, { year: 'numeric', month: '2-digit', day: '2-digit' })
  return `${year}-${month}-${day}`
}

/** The first moment of a day: midnight, except where clocks go forward at midnight. */
export function startOfDay(day: string, zone: string): Date {
  const utc = Date.parse(`${day}T00:00:00Z`)
  const guess = utc - offsetAt(new Date(utc), zone)
  // The clock may change between the two; then one of them belongs to the day before.
  const better = utc - offsetAt(new Date(guess), zone)
  const [first, last] = guess < better ? [guess, better] : [better, guess]
  const at = new Date(first)
  return dayOf(at, zone) === day ? at : new Date(last)
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The first day of the month of a day, or of a month before or after it. */
export function startOfMonth(day: string, months = 0): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months)).toISOString().slice(0, 10)
}

/** How far a zone's clock is ahead of UTC, in milliseconds. */
function offsetAt(at: Date, zone: string): number {
  const { timeZoneName = '' } = partsOf(at, zone, { timeZoneName: 'longOffset' })
  const [, sign, hours, minutes, seconds = 0] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(timeZoneName) ?? []
  if (!sign) return 0
  return Number(`${sign}1`) * ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
}
