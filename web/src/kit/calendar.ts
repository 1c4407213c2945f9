/** Days of the calendar in a time zone. A day is a text, `2026-11-20`; a zone is an IANA name. */

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formatters are dear to make: one of each zone tells day and clock. */
function partsOf(at: Date, zone: string): Record<string, string> {
  let format = formats.get(zone)
  if (!format) {
    const two = '2-digit'
    format = new Intl.DateTimeFormat('en', {
      timeZone: zone,
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
      hourCycle: 'h23',
    })
    formats.set(zone, format)
  }
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
}

/** The day that a moment belongs to. */
export function dayOf(at: Date, zone: string): string {
  const { year, month, day } = partsOf(at, zone)
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
  const { year, month, day, hour, minute, second } = partsOf(at, zone)
  const shown = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return shown - Math.floor(at.getTime() / 1000) * 1000
}
