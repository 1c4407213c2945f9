/**
 * The period of a list: a preset that moves with the clock, or fixed ends. Days are the person's own: midnight is where
 * they are.
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

/** `from` and `to` are whole local days (`2026-11-20`) or RFC 3339 moments, as they stand in the address. */
export type Period = { preset: Preset } | { from?: string; to?: string }

export interface Range {
  from: Date | null
  /** Inclusive; null while it is still going on. */
  to: Date | null
}

const MINUTE = 60_000

export function isPreset(text: string): text is Preset {
  return (PRESETS as readonly string[]).includes(text)
}

export function rangeOf(period: Period, now: Date): Range {
  if (!('preset' in period)) {
    return { from: period.from ? startOf(period.from) : null, to: period.to ? endOf(period.to) : null }
  }
  const month = (offset: number) => new Date(now.getFullYear(), now.getMonth() + offset, 1)
  switch (period.preset) {
    case '30m':
      return { from: new Date(now.getTime() - 30 * MINUTE), to: null }
    case '1h':
      return { from: new Date(now.getTime() - 60 * MINUTE), to: null }
    case '6h':
      return { from: new Date(now.getTime() - 360 * MINUTE), to: null }
    case 'today':
      return { from: midnight(now), to: null }
    case 'yesterday':
      return { from: midnight(now, -1), to: justBefore(midnight(now)) }
    case '7d':
      return { from: midnight(now, -6), to: null }
    case '30d':
      return { from: midnight(now, -29), to: null }
    case '90d':
      return { from: midnight(now, -89), to: null }
    case '365d':
      return { from: midnight(now, -364), to: null }
    case 'month':
      return { from: month(0), to: null }
    case 'last_month':
      return { from: month(-1), to: justBefore(month(0)) }
    case 'all':
      return { from: null, to: null }
  }
}

/** The same period, 90 days longer at its beginning. */
export function extended(period: Period, now: Date): Period {
  const { from, to } = rangeOf(period, now)
  if (!from) return period
  return { from: localDay(midnight(from, -90)), ...(to && { to: localDay(to) }) }
}

/** First and last day of a period that is made of whole days, else null; for sums that are kept by the day. */
export function daysOf(period: Period, now: Date): { from: string; to: string } | null {
  const { from, to } = rangeOf(period, now)
  const whole =
    'preset' in period ? !/^\d+[mh]$/.test(period.preset) : !`${period.from}${period.to}`.includes('T')
  if (!from || !whole) return null
  return { from: localDay(from), to: localDay(to ?? now) }
}

/** `2026-11-20` of the person's own calendar. */
export function localDay(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** Whether a text of the address is a day that exists or a moment. */
export function isEnd(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:\d{2}))?$/.test(text)) return false
  const at = startOf(text)
  return !Number.isNaN(at.getTime()) && (text.includes('T') || localDay(at) === text)
}

function startOf(text: string): Date {
  return new Date(text.includes('T') ? text : `${text}T00:00:00`)
}

function endOf(text: string): Date {
  return text.includes('T') ? new Date(text) : justBefore(midnight(startOf(text), 1))
}

function midnight(at: Date, days = 0): Date {
  return new Date(at.getFullYear(), at.getMonth(), at.getDate() + days)
}

function justBefore(at: Date): Date {
  return new Date(at.getTime() - 1)
}
