import { type Language, useLanguage, useT } from '../../app/i18n'
import figures from '../../kit/figures.module.css'
import { formatMoney, formatNumber, formatPercent } from '../../kit/format'
import { cx } from '../../ui/cx'
import { changeOf, type Figures, pointsOf } from './administration'
import styles from './Numbers.module.css'

interface Shown {
  key: string
  value: string
  change: string | null
  /** The change is in points of a share. */
  points?: boolean
  /** More of it is good news; without it neither way is. */
  good?: boolean
  note?: string
}

/** The figures of the period, each with its change against as many days before. */
export function Numbers({ now, before, days }: { now: Figures; before: Figures; days: number }) {
  const t = useT('payinAdmin')
  const language = useLanguage()
  const charges = t('payinAdmin.of_charges', {
    count: now.charges,
    number: formatNumber(now.charges, language),
    paid: formatNumber(now.converted, language),
  })
  return (
    <dl className={cx(figures.figures, styles.numbers)}>
      {figuresOf(now, before, language, charges).map((figure) => (
        <div key={figure.key} className={figures.card}>
          <dt className={figures.name}>{t(`payinAdmin.figure.${figure.key}`)}</dt>
          <dd className={figures.value}>
            {figure.value}
            <Change figure={figure} days={days} />
            {figure.note && <span className={figures.note}>{figure.note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function figuresOf(now: Figures, before: Figures, language: Language, charges: string): Shown[] {
  const money = (key: 'received' | 'refunded' | 'fees') => ({
    key,
    value: formatMoney(now[key], language),
    change: changeOf(now[key].amount, before[key].amount),
  })
  const share = (key: 'conversion' | 'refund_rate') => {
    const part = now[key]
    return {
      key,
      value: part === null ? '—' : formatPercent(part, language),
      change: pointsOf(part, before[key]),
      points: true,
    }
  }
  const ticket = now.average_ticket
  return [
    { ...money('received'), good: true },
    {
      key: 'payments',
      value: formatNumber(now.payments, language),
      change: changeOf(now.payments, before.payments),
      good: true,
    },
    { ...share('conversion'), good: true, note: charges },
    {
      key: 'average_ticket',
      value: ticket ? formatMoney(ticket, language) : '—',
      change: ticket && changeOf(ticket.amount, before.average_ticket?.amount ?? 0),
      good: true,
    },
    money('refunded'),
    share('refund_rate'),
    money('fees'),
  ]
}

function Change({ figure: { change, points, good }, days }: { figure: Shown; days: number }) {
  const t = useT('payinAdmin')
  const language = useLanguage()
  if (change === null) return <span className={figures.change}>{t('payinAdmin.no_change')}</span>
  const percent = formatPercent(change, language, true)
  const tone = !good || Number(change) === 0 ? undefined : change.startsWith('-') ? figures.down : figures.up
  return (
    <span className={cx(figures.change, tone)}>
      {points
        ? t('payinAdmin.points', { points: percent.slice(0, -1) })
        : t('payinAdmin.change', { percent, count: days })}
    </span>
  )
}
