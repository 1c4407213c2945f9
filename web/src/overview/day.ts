import type { Answer } from '../app/api'

export type Day = Answer<'/v1/overview', 'get'>['days'][number]

/** A day of the calendar, which is the same in every zone. */
export const dayAt = (day: string) => new Date(`${day}T12:00:00`)
