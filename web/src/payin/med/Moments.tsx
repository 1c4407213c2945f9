import { Timeline } from '../../kit/record/Timeline'
import { Card } from '../../ui/Card'

interface Moment {
  at: string
  kind: string
  actor: string
}

/** What happened to a contested payment, the newest first; ``word`` says it for one direction or the other. */
export function Moments({
  title,
  moments,
  word,
}: {
  title: string
  moments: readonly Moment[]
  word: (group: 'event' | 'actor', value: string) => string
}) {
  return (
    <Card title={title}>
      <Timeline
        items={moments
          .map(({ at, kind, actor }, place) => ({
            key: `${place}`,
            at,
            title: word('event', kind),
            note: word('actor', actor),
          }))
          .toReversed()}
      />
    </Card>
  )
}
