import { type DurationUnit, UNITS, unitOf } from '../duration'

/** Fields of Commands that count seconds. */
export const isDuration = (name: string) => name === 'expires_in' || name.endsWith('_seconds')

/** In which unit so many seconds are shown; minutes while there is nothing. */
export const unitOfTyped = (seconds: string): DurationUnit =>
  unitOf(/^[1-9]\d*$/.test(seconds) ? Number(seconds) : UNITS.minutes)

/** What was typed, in seconds; what is no whole number stays as it is, and is refused as such. */
export function secondsIn(typed: string, unit: DurationUnit): string {
  const text = typed.trim()
  return /^\d{1,9}$/.test(text) ? String(Number(text) * UNITS[unit]) : text
}
