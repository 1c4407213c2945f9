import type { ReactNode } from 'react'
import styles from './Badge.module.css'
import { cx } from './cx'

export type Tone =
  | 'awaiting'
  | 'atention'
  | 'error'
  | 'info'
  | 'success'
  | 'neutral'
  | 'primary'
  | 'secondary'

export interface BadgeProps {
  tone?: Tone
  /** A dot before the word, for a state; without it the badge is a mark. */
  dot?: boolean
  children: ReactNode
  title?: string
}

export function Badge({ tone = 'neutral', dot = false, children, title }: BadgeProps) {
  return (
    <span className={cx(styles.badge, styles[tone])} data-badge title={title}>
      {dot && <span className={styles.dot} aria-hidden />}
      {children}
    </span>
  )
}

/** A state: a dot, a word and a tint, never colour alone. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <Badge tone={tone} dot>
      {children}
    </Badge>
  )
}

/** The dot alone, where its word stands beside it. */
export function StatusDot({ tone }: { tone: Tone }) {
  return <span className={cx(styles.dot, styles.alone, styles[tone])} aria-hidden />
}
