import { BellOff, SearchX } from 'lucide-react'
import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import { EmptyState } from '../../ui/EmptyState'
import type { Listed } from './address'

interface NothingHereProps {
  listed: Listed
  total: number
  change: (part: Partial<Listed>) => void
}

/** Why there is nothing to see, and what a person can do about it. */
export function NothingHere({ listed, total, change }: NothingHereProps) {
  const t = useT('kit', 'notifications')
  if (total > 0) {
    return (
      <EmptyState
        level={2}
        icon={<SearchX size={20} strokeWidth={1.75} />}
        title={t('kit.empty.past_end')}
        hint={t('kit.empty.past_end_hint')}
      >
        <Button variant="secondary" onClick={() => change({ page: 1 })}>
          {t('kit.empty.first_page')}
        </Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      level={2}
      icon={<BellOff size={20} strokeWidth={1.75} />}
      title={t(listed.unread ? 'notifications.all_read' : 'notifications.empty')}
      hint={t(listed.unread ? 'notifications.all_read_hint' : 'notifications.empty_hint')}
    >
      {listed.unread && (
        <Button variant="secondary" onClick={() => change({ unread: false })}>
          {t('notifications.show_all')}
        </Button>
      )}
    </EmptyState>
  )
}
