import { useT } from '../app/i18n'
import { Moments } from '../kit/record/Moments'
import { wordOf } from './conciliation'

interface StoryProps {
  moments: readonly { at: string; kind: string; actor: string; data: Record<string, unknown> }[]
}

/** What happened to it, and who made it happen. */
export function Story({ moments }: StoryProps) {
  const t = useT('kit', 'conciliation')
  if (moments.length === 0) return null
  return (
    <Moments
      title={t('conciliation.story')}
      moments={moments}
      word={(group, value) => (group === 'event' ? wordOf(t, 'event', value.replaceAll(':', '_')) : value)}
    />
  )
}
