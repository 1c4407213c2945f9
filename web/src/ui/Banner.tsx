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
  className?: string
}

export function Banner({ tone = 'info', icon, children, action, role, className }: BannerProps) {
  return (
    <div className={cx(styles.banner, styles[tone], className)} role={role}>
      {icon}
      <div className={styles.text}>{children}</div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  )
}
