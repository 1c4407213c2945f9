import { clockAt } from '../clock'

const two = (number: number) => String(number).padStart(2, '0')

/** A moment as a field of type datetime-local holds it, on the clocks of a time zone. */
export function fieldMoment(at: Date, zone: string): string {
  const { year, month, day, hour, minute } = clockAt(at, zone)
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

/** The moment that such a field says on the clocks of a time zone, in UTC; null while it says none. */
export function momentOf(field: string, zone: string): string | null {
  const read = Date.parse(`${field}Z`)
  if (!field || Number.isNaN(read)) return null
  // The second time with the distance that holds at the moment itself: clocks may be changed in between.
  const near = read - ahead(read, zone)
  return new Date(read - ahead(near, zone)).toISOString()
}

/** Milliseconds by which the clocks of a zone are before those of UTC. */
function ahead(at: number, zone: string): number {
  const minute = Math.floor(at / 60_000) * 60_000
  return Date.parse(`${fieldMoment(new Date(minute), zone)}Z`) - minute
}
