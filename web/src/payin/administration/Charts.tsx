import { useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { useZone } from '../../app/zone'
import { dayOf } from '../../kit/calendar'
import { BarChart, type ChartBar } from '../../kit/chart/BarChart'
import { formatAmount, formatCompact, formatMoney, formatNumber, formatTime } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import { LIST_PATH } from '../charge'
import type { Administration, Figures } from './administration'
import styles from './Charts.module.css'
import { Legend } from './Legend'

/** A day of the calendar, which is the same in every zone. */
const dayAt = (day: string) => new Date(`${day}T12:00:00`)
const brl = (amount: number) => ({ amount, currency: 'BRL' as const })

/** What came in day by day, beside the day that lies as far back in the period before. */
export function ByDay({ days, before }: { days: Administration['days']; before: Administration['days'] }) {
  const t = useT('payinAdmin')
  const language = useLanguage()
  const [now] = useState(() => new Date())
  const today = dayOf(now, useZone())
  const words = (day: string) => formatTime(dayAt(day), language, { year: 'auto', time: 'none' })
  return (
    <Chart
      title={t('payinAdmin.by_day')}
      picture={t('payinAdmin.picture_day')}
      column={t('payinAdmin.day')}
      bars={days.map(({ day, figures }, place) => ({
        key: day,
        label: words(day),
        figures,
        before: before[place]?.figures.received.amount ?? 0,
        open: day === today,
        to: { path: LIST_PATH, search: { period: 'all', paid_at: `${day}..${day}` } },
      }))}
    />
  )
}

/** What came in in which hour of the day, all days of the period together. */
export function ByHour({ hours }: { hours: Administration['hours'] }) {
  const t = useT('payinAdmin')
  return (
    <Chart
      title={t('payinAdmin.by_hour')}
      picture={t('payinAdmin.picture_hour')}
      column={t('payinAdmin.hour')}
      bars={hours.map(({ hour, figures }) => ({
        key: String(hour),
        label: `${String(hour).padStart(2, '0')}h`,
        figures,
      }))}
    />
  )
}

interface ChartProps {
  title: string
  /** What the picture shows, for who does not see it. */
  picture: string
  /** Heading of what a bar stands for. */
  column: string
  bars: readonly (Pick<ChartBar, 'key' | 'label' | 'before' | 'open' | 'to'> & { figures: Figures })[]
}

/** Bars, and the same as a table for who cannot use the picture. */
function Chart({ title, picture, column, bars }: ChartProps) {
  const t = useT('payinAdmin')
  const language = useLanguage()
  const compared = bars.some(({ before }) => before !== undefined)
  return (
    <Card
      title={title}
      actions={compared && <Legend now={t('payinAdmin.received')} then={t('payinAdmin.before')} />}
    >
      <BarChart
        label={picture}
        edge={(value) => formatCompact(value / 100, language)}
        bars={bars.map(({ figures, ...bar }) => ({ ...bar, value: figures.received.amount }))}
        tooltip={({ key }) => tips(bars.find((bar) => bar.key === key))}
      />
      <details className={styles.details}>
        <summary>{t('payinAdmin.as_table')}</summary>
        <MiniTable
          label={title}
          columns={[
            { key: 'label', title: column },
            { key: 'charges', title: t('payinAdmin.charges'), end: true },
            { key: 'payments', title: t('payinAdmin.payments'), end: true },
            { key: 'received', title: t('payinAdmin.received_brl'), end: true },
            { key: 'refunded', title: t('payinAdmin.refunded_brl'), end: true },
          ]}
          rows={bars.map(({ key, label, figures }) => ({
            key,
            cells: [
              label,
              formatNumber(figures.charges, language),
              formatNumber(figures.payments, language),
              formatAmount(figures.received, language),
              formatAmount(figures.refunded, language),
            ],
          }))}
        />
      </details>
    </Card>
  )

  function tips(bar: ChartProps['bars'][number] | undefined): string[] {
    if (!bar) return []
    const { figures, before } = bar
    return [
      t('payinAdmin.readout', {
        received: formatMoney(figures.received, language),
        count: figures.payments,
        number: formatNumber(figures.payments, language),
      }),
      ...(before === undefined ? [] : [t('payinAdmin.then', { amount: formatMoney(brl(before), language) })]),
    ]
  }
}
