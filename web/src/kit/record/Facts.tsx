import type { ReactNode } from 'react'
import styles from './Facts.module.css'

export interface Fact {
  label: string
  /** Nothing known is a dash. */
  value: ReactNode
  /** As wide as the card. */
  wide?: boolean
}

/** What is known of a record: names and values, in a grid. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <div className={styles.box}>
      <dl className={styles.facts}>
        {facts.map(({ label, value, wide }) => (
          <div key={label} className={wide ? styles.wide : undefined}>
            <dt className={styles.label}>{label}</dt>
            <dd>{value ?? '—'}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
