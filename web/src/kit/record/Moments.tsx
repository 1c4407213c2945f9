import type { Tone } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { Timeline } from './Timeline'

interface Moment {
  at: string
  kind: string
  actor: string
}

interface MomentsProps<Of extends Moment> {
  title: string
  moments: readonly Of[]
  /** What a kind and an actor are called in the section. */
  word: (group: 'event' | 'actor', value: string) => string
  /** What else is said of one, behind who made it happen; what is empty is left out. */
  more?: (moment: Of) => readonly unknown[]
  tones?: readonly [RegExp, Tone][]
}

/** What happened to an object and who made it happen, the newest first. */
export function Moments<Of extends Moment>({ title, moments, word, more, tones }: MomentsProps<Of>) {
  if (moments.length === 0) return null
  return (
    <Card title={title}>
      <Timeline
        items={moments
          .map((moment, place) => ({
            key: `${place}`,
            at: moment.at,
            title: word('event', moment.kind),
            note: [word('actor', moment.actor), ...(more?.(moment) ?? [])].filter(Boolean).join(', '),
            tone: tones?.find(([kind]) => kind.test(moment.kind))?.[1],
          }))
          .toReversed()}
      />
    </Card>
  )
}
