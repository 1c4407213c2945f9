import { createContext, type ReactNode, useId, useState } from 'react'
import { useT } from '../app/i18n'
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
  /** Shown at the end of the label's line, such as a link. */
  aside?: ReactNode
  /** It may be left out, and says so there. */
  optional?: boolean
  hint?: ReactNode
  error?: string | null | false
  required?: boolean
  hideLabel?: boolean
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** Lets a control say by itself what is wrong with it, before anybody else does; null: nothing any more. */
export const SaysField = createContext<((wrong: string | null) => void) | null>(null)

/** A control with its label, hint and error, tied together for those who hear the page. */
export function Field({
  label,
  aside,
  hint,
  error: told,
  required,
  optional,
  hideLabel,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const [own, setOwn] = useState<string | null>(null)
  const error = own ?? told
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={cx(styles.field, className)}>
      <div className={cx(styles.top, hideLabel && styles.hidden)}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {aside}
        {optional && <Optional />}
      </div>
      <SaysField value={setOwn}>
        {children({
          id,
          'aria-describedby': described || undefined,
          'aria-invalid': error ? true : undefined,
          'aria-required': required || undefined,
        })}
      </SaysField>
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

function Optional() {
  const t = useT('common')
  return <small>{t('common.optional')}</small>
}
