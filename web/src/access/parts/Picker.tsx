import { type ReactNode, useId } from 'react'
import styles from './Picker.module.css'

/** Any number of things to tick, under one name. */
export function Picker({
  legend,
  hint,
  error,
  children,
}: {
  legend: string
  hint?: string
  error?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <fieldset
      className={styles.picker}
      // The first of them takes the keyboard when something is wrong with the choice.
      aria-describedby={error ? id : undefined}
    >
      <legend className={styles.legend}>{legend}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      <div className={styles.options}>{children}</div>
      {error && (
        <p id={id} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
