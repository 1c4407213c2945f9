import { type ReactNode, useState } from 'react'
import { useT } from '../../app/i18n'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { isClock, typedClock } from './day'

export interface ClockFieldProps {
  label: ReactNode
  /** What is typed, hh:mm, perhaps not to its end yet. */
  value: string
  onChange: (typed: string) => void
  hint?: ReactNode
  /** What else is wrong with it. */
  error?: string | null | false
  required?: boolean
}

/** A time of the day that is typed, 00:00 to 23:59 in both languages; the colon comes by itself. */
export function ClockField({ label, value, onChange, hint, error, required }: ClockFieldProps) {
  const t = useT('kit')
  const [left, setLeft] = useState(false)
  const wrong = (left || error) && !isClock(value) && t('kit.date.no_clock')
  return (
    <Field label={label} hint={hint} error={wrong || error} required={required}>
      {(control) => (
        <TextInput
          {...control}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('kit.date.clock_format')}
          value={value}
          onChange={(event) => onChange(typedClock(event.target.value))}
          onBlur={() => setLeft(true)}
        />
      )}
    </Field>
  )
}
