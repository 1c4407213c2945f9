import { CheckCheck } from 'lucide-react'
import { useAction } from '../app/action'
import { linesOf } from '../app/errors'
import { useT } from '../app/i18n'
import { Button, type ButtonProps } from '../ui/Button'
import styles from './MarkAll.module.css'
import { markAllRead } from './marks'

interface MarkAllProps extends Pick<ButtonProps, 'size' | 'variant'> {
  unread: number
}

/** Marks all as read, also those that are on no page here. It stays where it is when there is nothing left, for the keyboard. */
export function MarkAll({ unread, size, variant = 'ghost' }: MarkAllProps) {
  const t = useT('common', 'notifications')
  const { pending, failure, run } = useAction()
  const nothing = unread === 0 && !pending
  return (
    <span className={styles.place}>
      <Button
        variant={variant}
        size={size}
        busy={pending}
        icon={<CheckCheck size={16} strokeWidth={1.75} aria-hidden />}
        aria-disabled={nothing || undefined}
        className={styles.button}
        onClick={nothing ? undefined : () => void run(markAllRead)}
      >
        {t('notifications.mark_all')}
      </Button>
      {failure !== null && (
        <span role="alert" className={styles.failure}>
          {[t('notifications.not_marked'), ...linesOf(t, failure)].join('. ')}
        </span>
      )}
    </span>
  )
}
