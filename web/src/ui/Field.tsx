import { type ReactNode, useId } from 'react'
import { cx } from './cx'
import styles from './Field.module.css'

/** What a field tells its control: spread it over the input. */
export interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

export interface FieldProps {
  label: ReactNode
  /** Shown at the end of the label's line: a link, or "optional". */
  aside?: ReactNode
  hint?: ReactNode
  error?: string | null | false
  required?: boolean
  hideLabel?: boolean
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** A control with its label, hint and error, tied together for those who hear the page. */
export function Field({ label, aside, hint, error, required, hideLabel, className, children }: FieldProps) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={cx(styles.field, className)}>
      <div className={cx(styles.top, hideLabel && styles.hidden)}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}
