import type { Language } from '../app/i18n'
import { formatNumber } from './format'

/** Seconds of each unit in which people say how long something takes, the greatest last. */
export const UNITS = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 } as const
export type DurationUnit = keyof typeof UNITS

/** The greatest unit that parts so many seconds evenly. */
export const unitOf = (seconds: number): DurationUnit =>
  (Object.keys(UNITS) as DurationUnit[]).findLast((unit) => seconds % UNITS[unit] === 0) ?? 'seconds'

/** What is set, exactly: "4 hours", "90 seconds", "1 dia". */
export function durationWords(seconds: number, language: Language): string {
  const unit = unitOf(seconds)
  const style = { style: 'unit', unit: unit.slice(0, -1), unitDisplay: 'long' } as const
  return new Intl.NumberFormat(language, style).format(seconds / UNITS[unit])
}

/** What was measured, in at most two units: "430 ms", "4.2 s", "3 min 5 s", "6 h 48 min"; a dash for nothing. */
export function shortDuration(seconds: number | null | undefined, language: Language): string {
  if (seconds === null || seconds === undefined) return '—'
  if (seconds < 1) return joined([[Math.round(seconds * 1000), 'ms']])
  const tenths = Math.round(seconds * 10) / 10
  if (tenths < 60) return joined([[formatNumber(tenths, language), 's']])
  const [minutes, rest] = [Math.floor(Math.round(seconds) / 60), Math.round(seconds) % 60]
  if (minutes < 60)
    return joined([
      [minutes, 'min'],
      [rest, 's'],
    ])
  const whole = Math.round(seconds / 60)
  return joined([
    [Math.floor(whole / 60), 'h'],
    [whole % 60, 'min'],
  ])
}

const joined = (parts: readonly (readonly [number | string, string])[]): string =>
  parts.flatMap(([count, unit], place) => (count || place === 0 ? `${count}\u00a0${unit}` : [])).join(' ')
