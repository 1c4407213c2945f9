import { useT } from '../../app/i18n'
import { Field } from '../../ui/Field'
import { Select } from '../../ui/Select'

/** Minutes for which an old secret may go on beside the new one. */
const GRACES = [0, 60, 24 * 60, 3 * 24 * 60, 7 * 24 * 60] as const
/** Offered first: a working day in which to change a program over. */
export const USUAL_GRACE = 24 * 60

interface GraceFieldProps {
  label: string
  /** Before the names of its choices; whoever shows it has loaded them. */
  texts: string
  minutes: number
  error: string | undefined
  onChange: (minutes: number) => void
}

/** How long the secret before still counts when a new one is made. */
export function GraceField({ label, texts, minutes, error, onChange }: GraceFieldProps) {
  const t = useT('common')
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Select
          id={control.id}
          options={GRACES.map((grace) => ({ value: String(grace), label: t(`${texts}.${grace}`) }))}
          value={String(minutes)}
          onChange={(grace) => onChange(Number(grace))}
        />
      )}
    </Field>
  )
}
