import { useState } from 'react'
import { useT } from '../../app/i18n'
import type { FieldControl } from '../../ui/Field'
import { Select } from '../../ui/Select'
import { TextInput } from '../../ui/TextInput'
import { type DurationUnit, UNITS } from '../duration'
import styles from './DurationInput.module.css'
import { secondsIn, unitOfTyped } from './duration'

interface DurationInputProps {
  given: FieldControl
  /** Seconds, or the typed text if it is not a number. */
  value: string
  onChange: (value: string) => void
}

/** How long, in the unit that says it shortest: people think of 2 hours, and the server counts 7,200 seconds. */
export function DurationInput({ given, value, onChange }: DurationInputProps) {
  const t = useT('kit')
  const [unit, setUnit] = useState<DurationUnit>(() => unitOfTyped(value))
  const [typed, setTyped] = useState(() => countOf(value, unitOfTyped(value)))
  // Given by something else than this field, such as a draft.
  const shown = secondsIn(typed, unit) === value ? typed : countOf(value, unit)
  const put = (text: string, of: DurationUnit) => {
    setTyped(text)
    setUnit(of)
    onChange(secondsIn(text, of))
  }
  return (
    <div className={styles.duration}>
      <TextInput
        {...given}
        inputMode="numeric"
        autoComplete="off"
        value={shown}
        onChange={(event) => put(event.target.value, unit)}
      />
      <Select
        label={t('kit.duration.unit')}
        options={Object.keys(UNITS).map((each) => ({ value: each, label: t(`kit.duration.${each}`) }))}
        value={unit}
        onChange={(each) => put(shown, each as DurationUnit)}
      />
    </div>
  )
}

function countOf(seconds: string, unit: DurationUnit): string {
  return /^\d+$/.test(seconds) ? String(Number(seconds) / UNITS[unit]) : seconds
}
