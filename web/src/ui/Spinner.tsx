import { cx } from './cx'
import styles from './Spinner.module.css'

export interface SpinnerProps {
  /** What is being waited for; without it the spinner is only decoration beside a text that says it. */
  label?: string
  size?: 16 | 24 | 32
  className?: string
}

export function Spinner({ label, size = 16, className }: SpinnerProps) {
  return (
    <span
      className={cx(styles.spinner, styles[`s${size}`], className)}
      role={label ? 'status' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    />
  )
}
