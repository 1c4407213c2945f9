import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { formatDay } from '../../kit/format'
import { Banner } from '../../ui/Banner'
import { MAY_WRITE, type Request, requestPath } from './kyc'

const open = lazyDialog(() => import('./OpenRequest'), { size: 'medium' })
const OVER = ['rejected', 'expired', 'withdrawn'] as const
const OPEN = new Set(['draft', 'submitted', 'in_analysis', 'awaiting_documents', 'awaiting_approval'])

/** What became of a request, and what its merchant can do next. */
export function Outcome({ request }: { request: Request }) {
  const t = useT('kit', 'kyc')
  const language = useLanguage()
  const { public_text, expires_on, review, state } = request
  const over = OVER.find((each) => each === state)
  const follows = request.related.find(
    ({ reason_name, state: now, created_at }) =>
      reason_name === request.reason_name && created_at > request.created_at && OPEN.has(now),
  )
  if (!over && !(state === 'approved' && follows))
    return public_text ? <Banner tone="info">{public_text}</Banner> : null
  const anew = over !== undefined && !follows && !review
  const next = follows ? (
    <Link to={requestPath(follows.id)}>{t('kyc.outcome_banner.follows', { number: follows.number })}</Link>
  ) : anew ? (
    <CommandButton dialog={open} given={{ from: request }} permissions={MAY_WRITE} variant="secondary">
      {t('kyc.outcome_banner.anew')}
    </CommandButton>
  ) : undefined
  const day = expires_on ? formatDay(expires_on, language) : ''
  return (
    <Banner tone={over === 'withdrawn' ? 'info' : over ? 'error' : 'awaiting'} action={next}>
      <strong>{t(`kyc.outcome_banner.${over ?? 'ends'}`, { day })}</strong>{' '}
      {anew && t('kyc.outcome_banner.start')}
      {public_text && <p>{public_text}</p>}
    </Banner>
  )
}
