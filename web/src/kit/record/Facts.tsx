import { isValidElement, type ReactNode } from 'react'
import { cx } from '../../ui/cx'
import styles from './Facts.module.css'

export interface Fact {
  label: string
  /** Nothing known is a dash. */
  value: ReactNode
  /** As wide as the card. */
  wide?: boolean
}

/** An address of mail, or an endToEndId; also beside something else. */
const isLong = (value: ReactNode) => holds(value, /\S{20}/)
const isLonger = (value: ReactNode) => holds(value, /\S{30}/)

function holds(value: ReactNode, word: RegExp): boolean {
  if (typeof value === 'string') return word.test(value)
  if (Array.isArray(value)) return value.some((part: ReactNode) => holds(part, word))
  return isValidElement<{ children?: ReactNode }>(value) && holds(value.props.children, word)
}

/** What is known of a record: names and values, in a grid. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <div className={styles.box}>
      <dl className={styles.facts}>
        {facts.map(({ label, value, wide }) => (
          <div
            key={label}
            className={cx(
              wide && styles.wide,
              isLong(value) && styles.long,
              isLonger(value) && styles.longer,
            )}
          >
            <dt className={styles.label}>{label}</dt>
            <dd>{value === '' ? '—' : (value ?? '—')}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
