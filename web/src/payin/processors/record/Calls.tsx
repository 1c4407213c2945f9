import { useLanguage, useT } from '../../../app/i18n'
import { formatClock, formatTime } from '../../../kit/format'
import { MiniTable } from '../../../kit/record/MiniTable'
import { Timeline } from '../../../kit/record/Timeline'
import { Card } from '../../../ui/Card'
import { outageWords } from '../../outage'
import { milliseconds, type Processor } from '../processors'

/** How its calls of a day went, the newest hour first. */
export function Calls({ hours }: { hours: Processor['hours'] }) {
  const t = useT('processors')
  const language = useLanguage()
  const title = t('processors.card_title.calls')
  return (
    <Card title={title} flush={hours.length > 0}>
      {hours.length === 0 ? (
        <p>{t('processors.calls.none')}</p>
      ) : (
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
      )}
    </Card>
  )
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
