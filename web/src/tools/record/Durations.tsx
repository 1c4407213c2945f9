import { useLanguage, useT } from '../../app/i18n'
import { BarChart } from '../../kit/chart/BarChart'
import { formatTime } from '../../kit/format'
import { Card } from '../../ui/Card'
import { duration, type Run } from '../tasks'
import styles from './Durations.module.css'

const HEIGHT = 96

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
      <BarChart
        label={spoken}
        height={HEIGHT}
        edge={(value) => duration(value, language)}
        bars={shown.map(({ id, milliseconds, status, planned_for }) => ({
          key: String(id),
          label: formatTime(planned_for, language, { year: 'auto' }),
          value: milliseconds ?? 0,
          tone: status === 'failed' ? ('error' as const) : undefined,
        }))}
        tooltip={({ value }) => [duration(value, language)]}
      />
      <p className={styles.legend}>
        {t('tools.durations.longest', { longest: duration(longest, language) })}
      </p>
    </Card>
  )
}
