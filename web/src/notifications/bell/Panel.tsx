import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellOff, Settings, X } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { Failure } from '../../profile/Failure'
import { buttonClass } from '../../ui/Button'
import { cx } from '../../ui/cx'
import { EmptyState } from '../../ui/EmptyState'
import { IconButton } from '../../ui/IconButton'
import icons from '../../ui/IconButton.module.css'
import { BlockBars } from '../../ui/Skeleton'
import { MarkAll } from '../MarkAll'
import { LIST, PREFERENCES } from '../paths'
import { Row } from '../Row'
import { feedQuery } from './feed'
import styles from './Panel.module.css'

interface PanelProps {
  /** A sheet, with a button that closes it. */
  narrow: boolean
  onClose: () => void
}

/** The ten newest, how many are unread, and what can be done about them. */
export function Panel({ narrow, onClose }: PanelProps) {
  const t = useT('notifications')
  const feed = useQuery(feedQuery(useLanguage()))
  const { notifications = [], unread = 0 } = feed.data ?? {}
  return (
    <>
      <div className={styles.header}>
        <div className={styles.words}>
          <Popover.Title className={styles.title}>{t('notifications.title')}</Popover.Title>
          {feed.data && <p className={styles.count}>{t('notifications.unread_count', { count: unread })}</p>}
        </div>
        <MarkAll unread={unread} size="small" />
        <Link
          to={PREFERENCES}
          className={cx(icons.button, icons.small)}
          aria-label={t('notifications.to_preferences')}
          title={t('notifications.to_preferences')}
          onClick={onClose}
        >
          <Settings size={18} strokeWidth={1.75} aria-hidden />
        </Link>
        {narrow && (
          <Popover.Close
            render={
              <IconButton
                plain
                size="small"
                label={t('notifications.close')}
                icon={<X size={18} aria-hidden />}
              />
            }
          />
        )}
      </div>
      <div className={styles.content} data-quiet-scroll aria-busy={feed.isPending}>
        {feed.error && (
          <div className={styles.padded}>
            <Failure failure={feed.error} onRetry={() => void feed.refetch()} />
          </div>
        )}
        {feed.isPending && <BlockBars className={styles.padded} blocks={4} height={60} />}
        {feed.data && notifications.length === 0 && (
          <EmptyState
            level={3}
            icon={<BellOff size={20} strokeWidth={1.75} />}
            title={t('notifications.empty')}
            hint={t('notifications.empty_hint')}
          />
        )}
        <ul className={styles.rows}>
          {notifications.map((notification) => (
            <li key={notification.uuid}>
              <Row notification={notification} onFollow={onClose} />
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.footer}>
        <Link to={LIST} className={cx(buttonClass('ghost', 'small'), styles.all)} onClick={onClose}>
          {t('notifications.see_all')}
        </Link>
      </div>
    </>
  )
}
