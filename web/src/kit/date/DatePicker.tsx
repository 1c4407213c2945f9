import { CalendarDays } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { DATE_MAX, DATE_MIN } from '../../app/constants'
import { useT } from '../../app/i18n'
import { Field } from '../../ui/Field'
import { IconButton } from '../../ui/IconButton'
import { Popover } from '../../ui/Popover'
import styles from './DatePicker.module.css'
import { DayInput } from './DayInput'
import { readDay, showDay } from './day'

const Calendar = lazy(() => import('./Calendar'))

export interface DatePickerProps {
  label: ReactNode
  /** A day (yyyy-mm-dd); null while there is none. */
  value: string | null
  /** `whole`: nothing is typed, or a day that may be chosen; otherwise the day is null and the field says why. */
  onChange: (day: string | null, whole: boolean) => void
  /** Days that may be chosen, both included; within 1900 to 2099. */
  min?: string
  max?: string
  optional?: boolean
  hint?: ReactNode
  /** What else is wrong with it. */
  error?: string | null | false
  required?: boolean
}

/** A day that is typed, dd/mm/yyyy in both languages, or picked from a calendar. */
export function DatePicker({
  label,
  value,
  onChange,
  min = DATE_MIN,
  max = DATE_MAX,
  optional,
  hint,
  error,
  required,
}: DatePickerProps) {
  const t = useT('kit')
  const [typed, setTyped] = useState(value ? showDay(value) : '')
  const [given, setGiven] = useState(value)
  const [left, setLeft] = useState(false)
  // Given from outside; what is being typed is no day yet, and stays.
  if (given !== value) {
    setGiven(value)
    if (value) setTyped(showDay(value))
  }

  const day = readDay(typed)
  const outside = day !== null && (day < min || day > max)
  const wrong =
    (typed !== '' && !day && t('kit.period.no_day')) ||
    (outside && t('kit.date.outside', { min: showDay(min), max: showDay(max) }))
  const type = (text: string) => {
    setTyped(text)
    const next = readDay(text)
    const allowed = next !== null && next >= min && next <= max
    onChange(allowed ? next : null, text === '' || allowed)
  }
  return (
    <Field label={label} hint={hint} error={(left && wrong) || error} required={required} optional={optional}>
      {(control) => (
        <DayInput
          {...control}
          value={typed}
          onChange={type}
          onBlur={() => setLeft(true)}
          after={
            <Popover
              title={t('kit.date.calendar')}
              align="end"
              trigger={
                <IconButton
                  plain
                  size="small"
                  label={t('kit.date.open')}
                  icon={<CalendarDays size={18} strokeWidth={1.75} />}
                />
              }
            >
              {(close) => (
                <Suspense fallback={<div className={styles.waiting} />}>
                  <Calendar
                    from={outside ? null : day}
                    to={outside ? null : day}
                    min={min}
                    max={max}
                    onPick={(picked) => {
                      type(showDay(picked))
                      close()
                    }}
                  />
                </Suspense>
              )}
            </Popover>
          }
        />
      )}
    </Field>
  )
}
