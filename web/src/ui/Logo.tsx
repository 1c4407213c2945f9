import { cx } from './cx'
import styles from './Logo.module.css'

export interface LogoProps {
  /** White, for coloured ground. */
  onDark?: boolean
}

export function Logo({ onDark }: LogoProps) {
  return (
    <span className={cx(styles.logo, onDark && styles.onDark)}>
      <svg className={styles.sign} viewBox="0 0 28 28" width="26" height="26" aria-hidden>
        <rect width="28" height="28" rx="7" fill="currentColor" />
        <path
          className={styles.letter}
          d="M8.5 20V8.5h7a3.75 3.75 0 0 1 0 7.5H12m4 0 4 4"
          fill="none"
          strokeWidth="2.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      Retaguarda
    </span>
  )
}
