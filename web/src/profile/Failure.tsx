import { CircleAlert } from 'lucide-react'
import { linesOf } from '../app/errors'
import { useT } from '../app/i18n'
import { Banner } from '../ui/Banner'

interface FailureProps {
  failure: unknown
  /** What to say instead of what the failure says of itself. */
  text?: string
  onRetry?: () => void
}

/** What went wrong, in red; nothing while nothing did. */
export function Failure({ failure, text, onRetry }: FailureProps) {
  const t = useT('common')
  if (failure === null || failure === undefined) return null
  return (
    <Banner
      tone="error"
      role="alert"
      icon={<CircleAlert size={18} aria-hidden />}
      action={
        onRetry && (
          <button type="button" onClick={onRetry}>
            {t('common.action.retry')}
          </button>
        )
      }
    >
      {(text ? [text] : linesOf(t, failure)).map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Banner>
  )
}
