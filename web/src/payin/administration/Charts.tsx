import { useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { formatAmount, formatMoney, formatNumber, formatTime } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import type { Administration, Figures } from './administration'
import { Bars, Legend } from './Bars'
import styles from './Charts.module.css'

/** A day of the calendar, which is the same in every zone. */
const dayAt = (day: string) => new Date(`${day}T12:00:00`)
const brl = (amount: number) => ({ amount, currency: 'BRL' as const })

/** What came in day by day, beside the day that lies as far back in the period before. */
export function ByDay({ days, before }: { days: Administration['days']; before: Administration['days'] }) {
  const t = useT('payinAdmin')
  const language = useLanguage()
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
  bars: readonly { key: string; label: string; figures: Figures; before?: number }[]
}

/** Bars, and the same as a table for who cannot use the picture. */
function Chart({ title, picture, column, bars }: ChartProps) {
  const t = useT('payinAdmin')
  const language = useLanguage()
  const [pointed, setPointed] = useState<number | null>(null)
  const compared = bars.some(({ before }) => before !== undefined)
  const bar = pointed === null ? undefined : bars[pointed]
  return (
    <Card
      title={title}
      actions={compared && <Legend now={t('payinAdmin.received')} then={t('payinAdmin.before')} />}
    >
      <p className={styles.readout}>{bar ? readout(bar) : t('payinAdmin.point')}</p>
      <Bars
        label={picture}
        pointed={pointed}
        onPoint={setPointed}
        bars={bars.map(({ key, label, figures, before }) => ({
          key,
          label,
          value: figures.received.amount,
          before,
        }))}
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

  function readout({ label, figures, before }: ChartProps['bars'][number]): string {
    const said = t('payinAdmin.readout', {
      label,
      received: formatMoney(figures.received, language),
      count: figures.payments,
      number: formatNumber(figures.payments, language),
    })
    if (before === undefined) return said
    return `${said} · ${t('payinAdmin.then', { amount: formatMoney(brl(before), language) })}`
  }
}
