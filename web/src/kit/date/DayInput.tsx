import { useT } from '../../app/i18n'
import { TextInput, type TextInputProps } from '../../ui/TextInput'
import { typedDay } from './day'

export interface DayInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** What is typed, dd/mm/yyyy, perhaps not to its end yet. */
  value: string
  onChange: (typed: string) => void
}

/** A day that is typed; the slashes come by themselves. */
export function DayInput({ onChange, ...rest }: DayInputProps) {
  const t = useT('kit')
  return (
    <TextInput
      placeholder={t('kit.period.format')}
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => onChange(typedDay(event.target.value))}
    />
  )
}
