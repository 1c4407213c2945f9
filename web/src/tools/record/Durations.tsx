import { useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { Card } from '../../ui/Card'
import { duration, type Run } from '../tasks'
import styles from './Durations.module.css'

const WIDTH = 600
const HEIGHT = 96
const STEP = 12
/** So that the shortest run is still seen. */
const LEAST = 3

/** How long the latest runs took, the oldest first. */
export function Durations({ runs }: { runs: readonly Run[] }) {
  const t = useT('tools')
  const language = useLanguage()
  const shown = runs.filter(({ milliseconds }) => milliseconds !== null).toReversed()
  const [first, last] = [shown[0], shown.at(-1)]
  if (!first || !last) return null
  const longest = Math.max(1, ...shown.map(({ milliseconds }) => milliseconds ?? 0))
  const spoken = t('tools.durations.picture', {
    count: shown.length,
    longest: duration(longest, language),
    last: duration(last.milliseconds, language),
  })
  return (
    <Card title={t('tools.card.durations')}>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={spoken}
      >
        {shown.map(({ id, milliseconds, status }, place) => {
          const tall = Math.max(LEAST, ((milliseconds ?? 0) / longest) * HEIGHT)
          const x = WIDTH - (shown.length - place) * STEP
          const look = status === 'failed' ? styles.failed : styles.succeeded
          return (
            <rect key={id} className={look} x={x} y={HEIGHT - tall} width={STEP - 3} height={tall} rx={2} />
          )
        })}
      </svg>
      <p className={styles.legend}>
        <DateTime at={first.planned_for} />
        <span>{t('tools.durations.longest', { longest: duration(longest, language) })}</span>
        <DateTime at={last.planned_for} />
      </p>
    </Card>
  )
}
