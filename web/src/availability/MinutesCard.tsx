import { useLanguage, useT } from '../app/i18n'
import { BarChart } from '../kit/chart/BarChart'
import { formatNumber, formatTime } from '../kit/format'
import { Card } from '../ui/Card'
import styles from './IncidentRecord.module.css'
import { type Incident, wordOf } from './incident'

const HEIGHT = 160

/** Calls in each minute around an incident, beside the same minutes of the weeks before. */
export function MinutesCard({ chart }: { chart: Incident['chart'] }) {
  const t = useT('availability')
  const language = useLanguage()
  const count = (value: number) => formatNumber(value, language)
  if (chart.every(({ answered, failed, before, bad }) => !answered && !failed && !before && !bad)) {
    return (
      <Card title={t('availability.chart.title')}>
        <p>{t('availability.chart.none')}</p>
      </Card>
    )
  }
  const most = Math.max(
    1,
    ...chart.map(({ answered, failed, before }) => Math.max(answered + failed, before)),
  )
  return (
    <Card title={t('availability.chart.title')}>
      <BarChart
        label={t('availability.chart.picture')}
        height={HEIGHT}
        bars={chart.map(({ at, answered, failed, before, bad }) => ({
          key: at,
          label: formatTime(at, language, { year: 'auto' }),
          // Where nobody was there to be called the mark has to be seen all the same.
          value: bad === 'silent' ? Math.max(answered + failed, most * 0.08) : answered + failed,
          part: bad ? undefined : failed,
          before,
          tone: bad ? ('error' as const) : undefined,
        }))}
        tooltip={({ key }) => {
          const minute = chart.find(({ at }) => at === key)
          if (!minute) return []
          return [
            t('availability.chart.calls', { answered: count(minute.answered), failed: count(minute.failed) }),
            t('availability.chart.before', { count: count(minute.before) as never }),
            ...(minute.bad ? [t('availability.chart.bad', { why: wordOf(t, 'bad', minute.bad) })] : []),
          ]
        }}
      />
      <p className={styles.note}>{t('availability.chart.legend')}</p>
    </Card>
  )
}
