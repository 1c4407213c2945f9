import { useT } from '../../../app/i18n'
import { Field } from '../../../ui/Field'
import { TextArea } from '../../../ui/TextInput'
import { LONGEST } from '../case'

/** Several lines for the other side to read. */
export function Words({
  label,
  hint,
  value,
  error,
  onChange,
}: {
  label: string
  hint: string
  value: string
  error: string | undefined
  onChange: (text: string) => void
}) {
  return (
    <Field label={label} hint={!error && hint} error={error} required>
      {(control) => (
        <TextArea
          {...control}
          rows={6}
          maxLength={LONGEST}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** What is wrong with the words: nothing but that there are none. */
export function useMissing(): (text: string) => string | undefined {
  const t = useT('common')
  return (text) => (text.trim() ? undefined : t('common.field_required'))
}
