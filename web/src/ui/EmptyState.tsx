import type { ReactNode } from 'react'
import { cx } from './cx'
import styles from './EmptyState.module.css'

export interface EmptyStateProps {
  title: string
  hint?: ReactNode
  /** A short code above the title, such as 404. */
  code?: string
  icon?: ReactNode
  /** What a person can do about it. */
  children?: ReactNode
  className?: string
  level?: 1 | 2 | 3
}

export function EmptyState({ title, hint, code, icon, children, className, level = 1 }: EmptyStateProps) {
  const Title = `h${level}` as const
  return (
    <div className={cx(styles.empty, className)}>
      {code && <p className={styles.code}>{code}</p>}
      {icon && <span className={styles.icon}>{icon}</span>}
      <Title className={styles.title}>{title}</Title>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  )
}
