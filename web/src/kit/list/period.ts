import { DATE_MIN } from '../../app/constants'
import { addDays, dayOf, startOfDay, startOfMonth } from '../calendar'

/**
 * The period of a list: a preset that moves with the clock, or fixed ends. Days are those of the merchant's zone, as in the
 * sums that are kept by the day.
 */

export const PRESETS = [
  '30m',
  '1h',
  '6h',
  'today',
  'yesterday',
  '7d',
  '30d',
  '90d',
  'month',
  'last_month',
  '365d',
  'all',
] as const
export type Preset = (typeof PRESETS)[number]

export const DEFAULT_PRESET: Preset = '30d'

/** `from` and `to` are whole days (`2026-11-20`) or RFC 3339 moments, as they stand in the address. */
export type Period = { preset: Preset } | { from?: string; to?: string }

export interface Range {
  from: Date | null
  /** Inclusive; null while it is still going on. */
  to: Date | null
}

const MINUTE = 60_000
const DAY = 86_400_000

export function isPreset(text: string): text is Preset {
  return (PRESETS as readonly string[]).includes(text)
}

export function rangeOf(period: Period, now: Date, zone: string): Range {
  if (!('preset' in period)) {
    return {
      from: period.from ? startOf(period.from, zone) : null,
      to: period.to ? endOf(period.to, zone) : null,
    }
  }
  const today = dayOf(now, zone)
  const minutes = (count: number) => ({ from: new Date(now.getTime() - count * MINUTE), to: null })
  const since = (day: string) => ({ from: startOf(day, zone), to: null })
  const until = (first: string, last: string) => ({ from: startOf(first, zone), to: endOf(last, zone) })
  switch (period.preset) {
    case '30m':
      return minutes(30)
    case '1h':
      return minutes(60)
    case '6h':
      return minutes(360)
    case 'today':
      return since(today)
    case 'yesterday':
      return until(addDays(today, -1), addDays(today, -1))
    case '7d':
      return since(addDays(today, -6))
    case '30d':
      return since(addDays(today, -29))
    case '90d':
      return since(addDays(today, -89))
    case '365d':
      return since(addDays(today, -364))
    case 'month':
      return since(startOfMonth(today))
    case 'last_month':
      return until(startOfMonth(today, -1), addDays(startOfMonth(today), -1))
    case 'all':
      return { from: null, to: null }
  }
}

const EXTENSION = 90

/**
 * The same period, 90 days longer at its beginning; null where that cannot find more: it has no beginning, begins before
 * any calendar, or would be longer than `longest` days.
 */
export function extended(period: Period, now: Date, zone: string, longest = Infinity): Period | null {
  const { from, to } = rangeOf(period, now, zone)
  if (!from) return null
  const longer = { from: addDays(dayOf(from, zone), -EXTENSION), ...(to && { to: dayOf(to, zone) }) }
  return longer.from < DATE_MIN || lengthOf(longer, now, zone) > longest ? null : longer
}

/** How many days a period touches, from its first to its last or to today; without a beginning there is no end to them. */
export function lengthOf(period: Period, now: Date, zone: string): number {
  const { from, to } = rangeOf(period, now, zone)
  if (!from) return Infinity
  const [first, last] = [dayOf(from, zone), dayOf(to ?? now, zone)]
  return Math.round((Date.parse(last) - Date.parse(first)) / DAY) + 1
}

/** First and last day of a period that is made of whole days, else null; for sums that are kept by the day. */
export function daysOf(period: Period, now: Date, zone: string): { from: string; to: string } | null {
  const { from, to } = rangeOf(period, now, zone)
  const whole =
    'preset' in period ? !/^\d+[mh]$/.test(period.preset) : !`${period.from}${period.to}`.includes('T')
  if (!from || !whole) return null
  return { from: dayOf(from, zone), to: dayOf(to ?? now, zone) }
}

/** Whether a text of the address is a day that exists or a moment. */
export function isEnd(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text)) return false
  const at = new Date(text)
  return !Number.isNaN(at.getTime()) && (text.includes('T') || at.toISOString().startsWith(text))
}

/** A period as one word of an address: `30d`, `2026-11-01..2026-11-20`, `2026-11-01..`. */
export function writePeriod(period: Period): string {
  return 'preset' in period ? period.preset : `${period.from ?? ''}..${period.to ?? ''}`
}

/** Parses what writePeriod() wrote; null if it is not a period. */
export function readPeriod(text: string): Period | null {
  if (isPreset(text)) return { preset: text }
  const [from = '', to = '', ...more] = text.split('..')
  if (more.length || (!from && !to) || !text.includes('..')) return null
  if ([from, to].some((end) => end && !isEnd(end)) || (from && to && from > to)) return null
  return { ...(from && { from }), ...(to && { to }) }
}

function startOf(text: string, zone: string): Date {
  return text.includes('T') ? new Date(text) : startOfDay(text, zone)
}

/** The last millisecond of a day. */
function endOf(text: string, zone: string): Date {
  return text.includes('T') ? new Date(text) : new Date(startOfDay(addDays(text, 1), zone).getTime() - 1)
}
