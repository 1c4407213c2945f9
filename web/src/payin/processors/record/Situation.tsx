import { TriangleAlert } from 'lucide-react'
import { useT } from '../../../app/i18n'
import { Banner, type BannerProps } from '../../../ui/Banner'
import type { Processor } from '../processors'

/** What a person should know first: that credentials wait or were refused, that a certificate ends, that calls fail. */
export function Situation({
  processor,
  disabled = 'processors.situation.disabled',
}: {
  processor: Pick<Processor, 'pending' | 'pending_by' | 'pending_error' | 'status'>
  /** What is said of one that is disabled. */
  disabled?: string
}) {
  const t = useT('processors')
  const { pending, pending_by, pending_error, status } = processor
  const said: { tone: NonNullable<BannerProps['tone']>; text: string }[] = []
  if (pending)
    said.push({ tone: 'awaiting', text: t('processors.situation.pending', { person: pending_by ?? '' }) })
  if (pending_error)
    said.push({ tone: 'error', text: t('processors.situation.refused', { reason: pending_error }) })
  if (status === 'expired' || status === 'down')
    said.push({ tone: 'error', text: t(`processors.situation.${status}`) })
  if (status === 'expiring' || status === 'degraded')
    said.push({ tone: 'atention', text: t(`processors.situation.${status}`) })
  if (status === 'disabled') said.push({ tone: 'info', text: t(disabled) })
  return said.map(({ tone, text }) => (
    <Banner key={text} tone={tone} icon={<TriangleAlert size={18} strokeWidth={1.75} aria-hidden />}>
      {text}
    </Banner>
  ))
}
