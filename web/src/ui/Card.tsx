import type { ReactNode } from 'react'
import styles from './Card.module.css'
import { cx } from './cx'

export interface CardProps {
  title?: ReactNode
  /** At the end of the title's line. */
  actions?: ReactNode
  /** The content reaches the edges: a table, a list. */
  flush?: boolean
  className?: string
  children: ReactNode
  level?: 2 | 3
}

export function Card({ title, actions, flush = false, className, children, level = 2 }: CardProps) {
  const Title = `h${level}` as const
  return (
    <section className={cx(styles.card, className)}>
      {(title || actions) && (
        <header className={styles.header}>
          {title && <Title className={styles.title}>{title}</Title>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div className={cx(styles.body, flush && styles.flush, Boolean(title || actions) && styles.under)}>
        {children}
      </div>
    </section>
  )
}
