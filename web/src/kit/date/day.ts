import { DATE_MAX, DATE_MIN } from '../../app/constants'

/** Days as they are typed (dd/mm/yyyy, in both languages), as they are sent (yyyy-mm-dd), and as a calendar holds them. */

/** Keeps the digits of what was typed, and puts the slashes in: "20112026" → "20/11/2026". */
export function typedDay(text: string): string {
  const digits = text.replace(/\D/g, '').slice(0, 8)
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter(Boolean).join('/')
}

/** The day that was typed; null while it is no whole day, does not exist, or lies outside 1900 to 2099. */
export function readDay(typed: string): string | null {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(typed) ?? []
  if (!day || !month || !year) return null
  const text = `${year}-${month}-${day}`
  const at = new Date(`${text}T00:00:00Z`)
  const exists = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
  return exists && text >= DATE_MIN && text <= DATE_MAX ? text : null
}

/** Keeps the digits of a time that was typed, and puts the colon in: "1830" → "18:30". */
export function typedClock(text: string): string {
  // "9:30" is meant as 09:30.
  const digits = text
    .replace(/^(\d)\D/, '0$1')
    .replace(/\D/g, '')
    .slice(0, 4)
  return [digits.slice(0, 2), digits.slice(2)].filter(Boolean).join(':')
}

export const isClock = (typed: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(typed)

/** "2026-11-20" → "20/11/2026", as it is typed; what is only read is written by `formatDay`. */
export function showDay(day: string): string {
  return day.slice(0, 10).split('-').toReversed().join('/')
}

/** The day as a moment of this browser's clock, which calendars are drawn by. */
export function dateOf(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

/** The other way: the day that a calendar means by a moment. */
export function dayOfDate(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
