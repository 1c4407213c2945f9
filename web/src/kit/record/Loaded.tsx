import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallError, linesOf } from '../../app/errors'
import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { EmptyState } from '../../ui/EmptyState'
import { TextBars } from '../../ui/Skeleton'

/** What was asked for; until it is there its shape, and when it cannot be, why. Once there, an answer that fails does not take it away. */
export function Loaded<T>({
  query: { data, error, refetch },
  lines = 8,
  level,
  skeleton,
  children,
}: {
  query: UseQueryResult<T>
  lines?: number
  level?: 1 | 2
  /** Its shape while it is on its way; some lines of text without one. */
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}) {
  const t = useT('common', 'kit')
  if (data !== undefined) return children(data)
  if (!error) {
    if (skeleton) return skeleton
    return (
      <div aria-busy role="status" aria-label={t('common.loading')}>
        <Card>
          <TextBars lines={lines} />
        </Card>
      </div>
    )
  }
  // Also what is somebody else's: nobody learns that it is there. Asking again would change nothing.
  if (error instanceof CallError && error.status === 404) {
    return (
      <div role="alert">
        <EmptyState level={level} title={t('kit.record.missing')} hint={t('kit.record.missing_hint')} />
      </div>
    )
  }
  return (
    <div role="alert">
      <EmptyState
        level={level}
        icon={<CircleAlert size={20} strokeWidth={1.75} />}
        title={t('kit.record.failed')}
        hint={linesOf(t, error).join('. ')}
      >
        <Button variant="secondary" onClick={() => void refetch()}>
          {t('common.action.retry')}
        </Button>
      </EmptyState>
    </div>
  )
}
