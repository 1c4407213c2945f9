import { useLanguage, useT } from '../app/i18n'
import { BarChart } from '../kit/chart/BarChart'
import { formatAmount, formatCompact, formatMoney, formatNumber, formatTime } from '../kit/format'
import { MiniTable } from '../kit/record/MiniTable'
import { Card } from '../ui/Card'
import { type Day, dayAt } from './day'
import styles from './Volume.module.css'

const NONE: readonly Day[] = []
const LIST = '/dashboard/payin/payments/list'

interface VolumeProps {
  /** Undefined while they load. */
  days: readonly Day[] | undefined
  /** As many days before them. */
  before: readonly Day[] | undefined
}

/** What came in and what went back, day by day, beside the period before; the same as a table for who cannot use the picture. */
export function Volume({ days, before = NONE }: VolumeProps) {
  const t = useT('overview')
  const language = useLanguage()
  const whole = (money: Day['received']) => formatMoney(money, language)
  return (
    <Card
      title={t('overview.volume.title')}
      actions={
        <ul className={styles.legend}>
          <li className={styles.received}>{t('overview.volume.received')}</li>
          <li className={styles.refunded}>{t('overview.volume.refunded')}</li>
          <li className={styles.before}>{t('overview.volume.before')}</li>
        </ul>
      }
    >
      <p className={styles.readout}>{days ? <Readout days={days} /> : '\u00a0'}</p>
      {days ? (
        <>
          <BarChart
            label={t('overview.volume.picture')}
            edge={(value) => formatCompact(value / 100, language)}
            bars={days.map(({ day, received, refunded }, place) => ({
              key: day,
              label:
                place === days.length - 1
                  ? t('overview.volume.today')
                  : formatTime(dayAt(day), language, { year: 'auto', time: 'none' }),
              value: received.amount,
              part: refunded.amount,
              before: before[place]?.received.amount,
              open: place === days.length - 1,
              to: { path: LIST, search: { created_at_from: day, created_at_to: day } },
            }))}
            tooltip={({ key }) => {
              const place = days.findIndex(({ day }) => day === key)
              const [day, then] = [days[place], before[place]]
              if (!day) return []
              return [
                t('overview.volume.tip_received', { amount: whole(day.received), count: day.count }),
                t('overview.volume.tip_refunded', { amount: whole(day.refunded) }),
                ...(then
                  ? [
                      t('overview.volume.tip_before', {
                        day: formatTime(dayAt(then.day), language, { year: 'auto', time: 'none' }),
                        amount: whole(then.received),
                      }),
                    ]
                  : []),
                t('overview.volume.tip_open'),
              ]
            }}
          />
          <AsTable days={days} />
        </>
      ) : (
        <div className={styles.empty} />
      )}
    </Card>
  )
}

/** All days together. */
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
