import type { Translate } from '../../app/i18n'
import type { Money } from '../../kit/format'
import type { ScheduleStep } from '../pld'

/** Movements of one kind and amount that follow each other at one distance. */
export interface ScheduleRun {
  /** Seconds from the midnight at which the period begins. */
  from: number
  /** Seconds between two of them; null where there is one. */
  every: number | null
  times: number
  kind: string
  amount: Money
  parties: number
}

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/** A schedule in as few lines as say all of it, by the time at which each begins. */
export function runsOf(steps: readonly ScheduleStep[]): ScheduleRun[] {
  const runs: ScheduleRun[] = []
  for (const kind of new Set(steps.map((step) => step.kind))) {
    let run: ScheduleRun | null = null
    let last = 0
    let seen = new Set<number>()
    for (const step of steps.filter((each) => each.kind === kind)) {
      const gap = step.second - last
      if (run && run.amount.amount === step.amount.amount && (run.every === null || run.every === gap)) {
        run.every = gap
        run.times += 1
        seen.add(step.counterparty)
        run.parties = seen.size
      } else {
        seen = new Set([step.counterparty])
        run = { from: step.second, every: null, times: 1, kind, amount: step.amount, parties: 1 }
        runs.push(run)
      }
      last = step.second
    }
  }
  return runs.toSorted((one, other) => one.from - other.from)
}

const two = (number: number) => String(number).padStart(2, '0')

/** 129600 → "Day 2, 12:00"; the day before the period begins is day 0. */
export function momentText(second: number, t: Translate): string {
  const day = Math.floor(second / DAY)
  const rest = second - day * DAY
  const clock = [Math.floor(rest / HOUR), Math.floor((rest % HOUR) / MINUTE), rest % MINUTE]
  const time = clock
    .slice(0, clock[2] ? 3 : 2)
    .map(two)
    .join(':')
  return t('pld.schedule.at', { day: day + 1, time })
}
