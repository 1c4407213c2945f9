import type { components } from '../../../app/api-types'
import type { Translate } from '../../../app/i18n'
import type { Errors } from '../../../kit/command/CommandDialog'
import type { ScheduleRecord } from '../schedule'

export type ScheduleInput = components['schemas']['ScheduleInput']
export type RhythmInput = components['schemas']['RhythmInput']

/** What the form holds; what the chosen frequency has no use for stays, in case it is chosen again. */
export interface ScheduleFields {
  name: string
  bank_account: string
  /** All that is available, but what is kept. */
  whole: boolean
  amount: number | null
  keep: number | null
  frequency: RhythmInput['frequency']
  starts_on: string | null
  ends_on: string | null
  weekday: number
  day: number
  rule: NonNullable<RhythmInput['rule']>
  time_zone: string
  hour: number
}

export function fieldsOf(schedule: ScheduleRecord | null, zone: string, today: string): ScheduleFields {
  return {
    name: schedule?.name ?? '',
    bank_account: schedule?.bank_account_id ?? '',
    whole: schedule !== null && schedule.amount === null,
    amount: schedule?.amount?.amount ?? null,
    keep: schedule?.keep.amount || null,
    frequency: (schedule?.frequency ?? 'monthly') as ScheduleFields['frequency'],
    starts_on: schedule?.starts_on ?? today,
    ends_on: schedule?.ends_on ?? null,
    weekday: schedule?.weekday ?? 1,
    day: schedule?.day ?? 5,
    rule: (schedule?.rule ?? 'next') as ScheduleFields['rule'],
    time_zone: schedule?.time_zone ?? zone,
    hour: schedule?.hour ?? 9,
  }
}

/** When, as far as the form says it; null while a day is missing. */
export function rhythmInput(form: ScheduleFields): RhythmInput | null {
  if (!form.starts_on) return null
  return {
    frequency: form.frequency,
    starts_on: form.starts_on,
    ends_on: form.frequency === 'once' ? null : form.ends_on,
    weekday: form.frequency === 'weekly' ? form.weekday : null,
    day: form.frequency === 'monthly' ? form.day : null,
    rule: form.rule,
    time_zone: form.time_zone,
    hour: form.hour,
  }
}

export function readSchedule(
  form: ScheduleFields,
  t: Translate,
): { input: ScheduleInput } | { errors: Errors } {
  const needed = t('common.field_required')
  const errors: Errors = {}
  if (!form.name.trim()) errors.name = needed
  if (!form.bank_account) errors.bank_account = needed
  if (!form.whole && !form.amount) errors.amount = needed
  const rhythm = rhythmInput(form)
  if (!rhythm) errors.starts_on = needed
  if (!rhythm || Object.keys(errors).length) return { errors }
  return {
    input: {
      ...rhythm,
      name: form.name.trim(),
      bank_account: form.bank_account,
      amount: form.whole ? null : { amount: form.amount ?? 0, currency: 'BRL' },
      keep: { amount: form.whole ? (form.keep ?? 0) : 0, currency: 'BRL' },
    },
  }
}
