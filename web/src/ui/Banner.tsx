import type { ReactNode } from 'react'
import styles from './Banner.module.css'
import { cx } from './cx'

export interface BannerProps {
  tone?: 'info' | 'awaiting' | 'atention' | 'error' | 'success'
  icon?: ReactNode
  children: ReactNode
  /** A link or button at its end. */
  action?: ReactNode
  /** `alert` when it appears because of something that went wrong. */
  role?: 'status' | 'alert'
  /** One line that ends in dots rather than a second one. */
  oneLine?: boolean
  className?: string
}

export function Banner({ tone = 'info', icon, children, action, role, oneLine, className }: BannerProps) {
  return (
    <div className={cx(styles.banner, styles[tone], className)} role={role}>
      {icon}
      <div className={cx(styles.text, oneLine && styles.oneLine)}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
