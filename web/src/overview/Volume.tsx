import { useState } from 'react'
import { useLanguage, useT } from '../app/i18n'
import { formatAmount, formatNumber, formatTime } from '../kit/format'
import { MiniTable } from '../kit/record/MiniTable'
import { Card } from '../ui/Card'
import { Bars } from './Bars'
import { type Day, dayAt } from './day'
import styles from './Volume.module.css'

/** What came in and what went back, day by day; the same as a table for who cannot use the picture. */
export function Volume({ days }: { days: readonly Day[] | undefined }) {
  const t = useT('overview')
  const [pointed, setPointed] = useState<number | null>(null)
  const day = pointed === null ? undefined : days?.[pointed]
  return (
    <Card
      title={t('overview.volume.title')}
      actions={
        <ul className={styles.legend}>
          <li className={styles.received}>{t('overview.volume.received')}</li>
          <li className={styles.refunded}>{t('overview.volume.refunded')}</li>
        </ul>
      }
    >
      <p className={styles.readout}>{days ? <Readout days={day ? [day] : days} /> : '\u00a0'}</p>
      {days ? (
        <>
          <Bars days={days} pointed={pointed} onPoint={setPointed} />
          <AsTable days={days} />
        </>
      ) : (
        <div className={styles.empty} />
      )}
    </Card>
  )
}

/** The day that is pointed at; all of them together while none is. */
function Readout({ days }: { days: readonly Day[] }) {
  const t = useT('overview')
  const language = useLanguage()
  const sum = (of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0)
  const money = (amount: number) => formatAmount({ amount, currency: 'BRL' }, language)
  const [first] = days
  const count = sum((day) => day.count)
  return t('overview.volume.readout', {
    day:
      first && days.length === 1
        ? formatTime(dayAt(first.day), language, { year: 'auto', time: 'none' })
        : t('overview.volume.all_days', { number: days.length }),
    received: money(sum((day) => day.received.amount)),
    count,
    number: formatNumber(count, language),
    refunded: money(sum((day) => day.refunded.amount)),
  })
}

function AsTable({ days }: { days: readonly Day[] }) {
  const t = useT('overview')
  const language = useLanguage()
  return (
    <details className={styles.details}>
      <summary>{t('overview.volume.as_table')}</summary>
      <MiniTable
        label={t('overview.volume.title')}
        columns={[
          { key: 'day', title: t('overview.volume.day') },
          { key: 'count', title: t('overview.volume.payments'), end: true },
          { key: 'received', title: `${t('overview.volume.received')} (R$)`, end: true },
          { key: 'refunded', title: `${t('overview.volume.refunded')} (R$)`, end: true },
        ]}
        rows={days.toReversed().map((day) => ({
          key: day.day,
          cells: [
            formatTime(dayAt(day.day), language, { year: 'auto', time: 'none' }),
            formatNumber(day.count, language),
            formatAmount(day.received, language),
            formatAmount(day.refunded, language),
          ],
        }))}
      />
    </details>
  )
}
