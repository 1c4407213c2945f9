import type { Language } from '../../app/i18n'

/** Seconds of each unit in which people say how long something takes, the greatest last. */
export const UNITS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const
export type DurationUnit = keyof typeof UNITS

/** Fields of Commands that count seconds. */
export const isDuration = (name: string) => name === 'expires_in' || name.endsWith('_seconds')

/** The greatest unit that parts it evenly; minutes while there is nothing. */
export function unitOf(seconds: string): DurationUnit {
  const count = /^[1-9]\d*$/.test(seconds) ? Number(seconds) : 60
  const units = Object.keys(UNITS) as DurationUnit[]
  return units.findLast((unit) => count % UNITS[unit] === 0) ?? 'seconds'
}

/** What was typed, in seconds; what is no whole number stays as it is, and is refused as such. */
export function secondsIn(typed: string, unit: DurationUnit): string {
  const text = typed.trim()
  return /^\d{1,9}$/.test(text) ? String(Number(text) * UNITS[unit]) : text
}

/** "4 hours", "90 seconds", "1 dia": as a person says it. */
export function durationWords(seconds: number, language: Language): string {
  const unit = unitOf(String(seconds))
  const style = { style: 'unit', unit: unit.slice(0, -1), unitDisplay: 'long' } as const
  return new Intl.NumberFormat(language, style).format(seconds / UNITS[unit])
}
