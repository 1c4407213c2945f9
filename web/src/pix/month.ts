import type { CalendarDay } from './pix'

export const monthOf = (day: string): string => day.slice(0, 7)

/** The month so many months away. */
export function monthAway(month: string, away: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + away, 1)).toISOString().slice(0, 7)
}

export interface Cell {
  day: string
  /** Its day of the week, 0 is Sunday. */
  weekday: number
  sums: CalendarDay | null
}

/** The days of a month, each with what is due on it. */
export function cellsOf(month: string, days: readonly CalendarDay[]): Cell[] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const known = new Map(days.map((each) => [each.day, each]))
  const last = new Date(Date.UTC(year, number, 0)).getUTCDate()
  return Array.from({ length: last }, (_, place) => {
    const day = `${month}-${String(place + 1).padStart(2, '0')}`
    return { day, weekday: new Date(`${day}T00:00:00Z`).getUTCDay(), sums: known.get(day) ?? null }
  })
}

/** What was due in the month, and what came in, in minor units. */
export function totalsOf(days: readonly CalendarDay[]): { expected: number; received: number } {
  return days.reduce(
    (sum, { expected, received }) => ({
      expected: sum.expected + expected.amount,
      received: sum.received + received.amount,
    }),
    { expected: 0, received: 0 },
  )
}
