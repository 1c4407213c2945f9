import { Link } from '@tanstack/react-router'
import { useT } from '../app/i18n'
import { DateTime } from '../kit/DateTime'
import { cx } from '../ui/cx'
import type { Notification } from './contract'
import { clicked } from './marks'
import styles from './Row.module.css'
import { targetOf } from './target'

interface RowProps {
  notification: Notification
  /** More of its words fit. */
  roomy?: boolean
  /** Told when it was followed in this tab. */
  onFollow?: () => void
}

/** One notification; unread ones have a dot and stand in bold. */
export function Row({ notification, roomy = false, onFollow }: RowProps) {
  const t = useT('notifications')
  const { title, message, redirect, created_at, is_un_read: unread } = notification
  const target = targetOf(redirect)
  const className = cx(styles.row, unread && styles.unread, roomy && styles.roomy)
  const words = (
    <>
      <span className={styles.dot} aria-hidden />
      <span className={styles.words}>
        {unread && <span className={styles.unseen}>{t('notifications.unread')}: </span>}
        <bdi className={styles.title}>{title}</bdi>
        <bdi className={styles.message}>{message}</bdi>
        <span className={styles.time}>
          <DateTime at={created_at} />
        </span>
      </span>
    </>
  )
  if (target) {
    return (
      <Link
        {...target}
        className={className}
        onClick={(event) => {
          clicked(notification)
          if (!event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) onFollow?.()
        }}
      >
        {words}
      </Link>
    )
  }
  if (!unread) return <div className={className}>{words}</div>
  return (
    <button type="button" className={className} onClick={() => clicked(notification)}>
      {words}
    </button>
  )
}
