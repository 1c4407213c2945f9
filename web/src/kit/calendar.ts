import { clockAt } from './clock'

/** Days of the calendar in a time zone. A day is a text, `2026-11-20`; a zone is an IANA name. */

/** The day that a moment belongs to. */
export function dayOf(at: Date, zone: string): string {
  const { year, month, day } = clockAt(at, zone)
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
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
  const { year, month, day, hour, minute, second } = clockAt(at, zone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at.getTime() / 1000) * 1000
}
