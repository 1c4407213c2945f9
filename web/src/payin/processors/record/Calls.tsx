import { useLanguage, useT } from '../../../app/i18n'
import { BarChart } from '../../../kit/chart/BarChart'
import { formatClock, formatNumber, formatTime } from '../../../kit/format'
import { MiniTable } from '../../../kit/record/MiniTable'
import { Timeline } from '../../../kit/record/Timeline'
import { Card } from '../../../ui/Card'
import { outageWords } from '../../outage'
import { milliseconds, type Processor } from '../processors'
import styles from './Calls.module.css'

type Hour = Processor['hours'][number]
const HEIGHT = 120

/** How its calls of a day went, the newest hour first. */
export function Calls({ hours }: { hours: Processor['hours'] }) {
  const t = useT('processors')
  const language = useLanguage()
  const title = t('processors.card_title.calls')
  return (
    <Card title={title}>
      {hours.length === 0 ? (
        <p>{t('processors.calls.none')}</p>
      ) : (
        <div className={styles.charts}>
          <h3>{t('processors.calls.success')}</h3>
          <BarChart
            label={t('processors.calls.picture_success')}
            height={HEIGHT}
            edge={(value) => formatNumber(value, language)}
            bars={hours.map((hour, place) => ({
              ...barOf(hour, place),
              value: hour.answered,
              part: hour.refused + hour.failed,
              tone: hour.failed > 0 ? ('error' as const) : undefined,
            }))}
            tooltip={({ key }) => told(hours.find(({ at }) => at === key))}
          />
          <h3>{t('processors.calls.latency')}</h3>
          <BarChart
            label={t('processors.calls.picture_latency')}
            height={HEIGHT}
            edge={(value) => milliseconds(value)}
            bars={hours.map((hour, place) => ({ ...barOf(hour, place), value: hour.average_ms ?? 0 }))}
            tooltip={({ key }) => told(hours.find(({ at }) => at === key))}
          />
          <details>
            <summary>{t('processors.calls.as_table')}</summary>
            <MiniTable
              label={title}
              columns={[
                { key: 'at', title: t('processors.calls.hour') },
                { key: 'answered', title: t('processors.calls.answered'), end: true },
                { key: 'wrong', title: t('processors.calls.wrong'), end: true },
                { key: 'took', title: t('processors.calls.took'), end: true },
              ]}
              rows={hours.toReversed().map((hour) => ({
                key: hour.at,
                cells: [
                  <time key="at" dateTime={hour.at} title={formatTime(hour.at, language)}>
                    {formatClock(hour.at).slice(0, 5)}
                  </time>,
                  hour.answered,
                  `${hour.refused} · ${hour.failed}`,
                  `${milliseconds(hour.average_ms)} · ${milliseconds(hour.slowest_ms)}`,
                ],
              }))}
            />
          </details>
        </div>
      )}
    </Card>
  )

  function barOf({ at }: Hour, place: number) {
    // The newest hour is not over.
    return { key: at, label: formatClock(at).slice(0, 5), open: place === hours.length - 1 }
  }

  function told(hour: Hour | undefined): string[] {
    if (!hour) return []
    const { answered, refused, failed, average_ms, slowest_ms } = hour
    return [
      `${t('processors.calls.answered')}: ${answered}`,
      `${t('processors.calls.wrong')}: ${refused} · ${failed}`,
      `${t('processors.calls.took')}: ${milliseconds(average_ms)} · ${milliseconds(slowest_ms)}`,
    ]
  }
}

/** The newest calls that got no answer of use, and why. */
export function Failures({ failures }: { failures: Processor['failures'] }) {
  const t = useT('processors', 'payin')
  if (failures.length === 0) return null
  return (
    <Card title={t('processors.card_title.failures')}>
      <Timeline
        items={failures.map(({ at, error }) => ({
          key: at,
          at,
          title: outageWords(t, error),
          tone: 'error',
        }))}
      />
    </Card>
  )
}
