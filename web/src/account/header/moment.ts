import { dayOf, startOfDay } from '../../kit/calendar'
import { isClock } from '../../kit/date/day'

const MINUTE = 60_000

export const todayIn = (zone: string) => dayOf(new Date(), zone)

/** The moment at which the clocks of a zone show this on this day; null when it is no time of a clock. */
export function momentOf(day: string, clock: string, zone: string): Date | null {
  if (!isClock(clock)) return null
  const [hours, minutes] = clock.split(':')
  return new Date(startOfDay(day, zone).getTime() + (Number(hours) * 60 + Number(minutes)) * MINUTE)
}

/** That moment, where it has passed; else now, to the minute, as fine as the clock that is asked for. */
export function passedMoment(day: string | null, clock: string, zone: string): string {
  const now = Math.floor(Date.now() / MINUTE) * MINUTE
  const asked = day && momentOf(day, clock, zone)
  return new Date(asked && asked.getTime() < now ? asked : now).toISOString()
}

/** Whether it is a moment that balances are known of. */
export const hasPassed = (moment: Date) => moment <= new Date()
