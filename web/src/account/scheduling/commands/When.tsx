import { useT } from '../../../app/i18n'
import type { Errors } from '../../../kit/command/CommandDialog'
import { DatePicker } from '../../../kit/date/DatePicker'
import { Field } from '../../../ui/Field'
import { Select, type SelectOption } from '../../../ui/Select'
import { clockOf, FREQUENCIES, RULES, WEEKDAYS } from '../schedule'
import styles from './ScheduleForm.module.css'
import type { ScheduleFields } from './scheduleForm'

export type Put = (part: Partial<ScheduleFields>) => void

/** Brazil's, from east to west. */
const ZONES = [
  'America/Noronha',
  'America/Sao_Paulo',
  'America/Bahia',
  'America/Fortaleza',
  'America/Recife',
  'America/Belem',
  'America/Cuiaba',
  'America/Campo_Grande',
  'America/Manaus',
  'America/Porto_Velho',
  'America/Rio_Branco',
]

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place)

interface WhenProps {
  form: ScheduleFields
  errors: Errors
  put: Put
  /** The person's own zone. */
  own: string
}

/** On which days, and at what hour of which clock. */
export function When({ form, errors, put, own }: WhenProps) {
  const t = useT('common', 'deposits')
  const words = (group: string, names: readonly (string | number)[]) =>
    names.map((name) => ({ value: String(name), label: t(`deposits.schedule.${group}.${name}`) }))
  const zones = Array.from(new Set([own, form.time_zone, ...ZONES]), (value) => ({ value, label: value }))
  const choose = (
    name: keyof ScheduleFields,
    options: readonly SelectOption[],
    pick: (value: string) => void,
  ) => (
    <Field label={t(`deposits.schedule.column.${name}`)} error={errors[name]} required>
      {(control) => (
        <Select
          id={control.id}
          describedBy={control['aria-describedby']}
          invalid={control['aria-invalid']}
          options={options}
          value={String(form[name])}
          onChange={pick}
        />
      )}
    </Field>
  )
  const once = form.frequency === 'once'
  return (
    <>
      <div className={styles.pair}>
        {choose('frequency', words('frequency', FREQUENCIES), (frequency) =>
          put({ frequency: frequency as ScheduleFields['frequency'] }),
        )}
        {form.frequency === 'weekly' &&
          choose('weekday', words('weekday', WEEKDAYS), (weekday) => put({ weekday: Number(weekday) }))}
        {form.frequency === 'monthly' &&
          choose(
            'day',
            numbers(1, 31).map((day) => ({
              value: String(day),
              label: day === 31 ? t('deposits.schedule.last_day') : String(day),
            })),
            (day) => put({ day: Number(day) }),
          )}
      </div>
      <div className={styles.pair}>
        <DatePicker
          label={t(once ? 'deposits.schedule.on' : 'deposits.schedule.column.starts_on')}
          value={form.starts_on}
          onChange={(starts_on) => put({ starts_on })}
          error={errors.starts_on}
          required
        />
        {!once && (
          <DatePicker
            label={t('deposits.schedule.ends_on_optional')}
            value={form.ends_on}
            min={form.starts_on ?? undefined}
            onChange={(ends_on) => put({ ends_on })}
            error={errors.ends_on}
          />
        )}
      </div>
      <div className={styles.pair}>
        {choose(
          'hour',
          numbers(0, 23).map((hour) => ({ value: String(hour), label: clockOf(hour) })),
          (hour) => put({ hour: Number(hour) }),
        )}
        {choose('time_zone', zones, (time_zone) => put({ time_zone }))}
      </div>
      {choose('rule', words('rule', RULES), (rule) => put({ rule: rule as ScheduleFields['rule'] }))}
    </>
  )
}
