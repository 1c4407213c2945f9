import type { Answer } from '../app/api'
import { type Language, useLanguage, useT } from '../app/i18n'
import figures from '../kit/figures.module.css'
import { formatMoney, formatNumber, formatPercent } from '../kit/format'
import { cx } from '../ui/cx'
import { Bar } from '../ui/Skeleton'
import styles from './Figures.module.css'
import { Spark } from './Spark'

type Figure = Answer<'/v1/overview', 'get'>['cards'][number]

const SHOWN = [
  { key: 'received', tone: 'primary' },
  { key: 'conversion', tone: 'secondary' },
  { key: 'average_ticket', tone: 'primary' },
  { key: 'refunded', tone: 'secondary' },
] as const

export interface FiguresProps {
  /** Undefined while they load. */
  cards: readonly Figure[] | undefined
  span: number
}

/** The figures that people look at first; each with its change and its days. */
export function Figures({ cards, span }: FiguresProps) {
  const t = useT('overview')
  const language = useLanguage()
  const charges = cards?.find(({ key }) => key === 'charges')?.number
  return (
    <dl className={figures.figures}>
      {SHOWN.map(({ key, tone }) => {
        const card = cards?.find((each) => each.key === key)
        const made = key === 'conversion' && charges !== undefined && charges !== null
        return (
          <div key={key} className={cx(figures.card, styles.card)}>
            <dt className={figures.name}>{t(`overview.figure.${key}`)}</dt>
            <dd className={figures.value}>
              {card ? valueOf(card, language) : <Bar width="70%" height={24} />}
              {card && <Change card={card} span={span} />}
              {made && (
                <span className={figures.note}>
                  {t('overview.of_charges', { number: formatNumber(charges, language) })}
                </span>
              )}
            </dd>
            <dd className={styles.spark}>{card && <Spark values={card.series} tone={tone} />}</dd>
          </div>
        )
      })}
    </dl>
  )
}

function valueOf({ value, number, percent }: Figure, language: Language): string {
  if (value) return formatMoney(value, language)
  if (percent !== null) return formatPercent(percent, language)
  return number === null ? '—' : formatNumber(number, language)
}

/** Against as many days before; more of what is given back is neither good nor bad. */
function Change({ card: { key, change }, span }: { card: Figure; span: number }) {
  const t = useT('overview')
  const language = useLanguage()
  if (change === null) return <span className={figures.change}>{t('overview.no_change')}</span>
  const percent = formatPercent(change, language, true)
  const points = percent.slice(0, -1)
  const falls = change.startsWith('-')
  const tone = key === 'refunded' || Number(change) === 0 ? figures.even : falls ? figures.down : figures.up
  return (
    <span className={cx(figures.change, tone)}>
      {key === 'conversion' ? t('overview.points', { points }) : t('overview.change', { percent, span })}
    </span>
  )
}
