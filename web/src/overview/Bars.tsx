import { useLanguage, useT } from '../app/i18n'
import { formatCompact, formatTime } from '../kit/format'
import { cx } from '../ui/cx'
import styles from './Bars.module.css'
import { type Day, dayAt } from './day'
import { marks } from './scale'

const WIDTH = 720
const HEIGHT = 180
const GAP = 6
const ROUND = 3

export interface BarsProps {
  days: readonly Day[]
  pointed: number | null
  onPoint: (place: number | null) => void
}

/** A bar a day: what came in, with what went back before it. */
export function Bars({ days, pointed, onPoint }: BarsProps) {
  const t = useT('overview')
  const language = useLanguage()
  const lines = marks(Math.max(...days.map(({ received }) => received.amount)))
  const top = lines.at(-1) ?? 1
  const step = WIDTH / days.length
  const gap = Math.min(GAP, step * 0.3)
  const height = (amount: number) => (amount / top) * HEIGHT
  const every = Math.ceil(days.length / 5)
  return (
    <div className={styles.chart}>
      <div className={styles.lines} aria-hidden>
        {lines.map((line) => (
          <span key={line} style={{ bottom: `${(line / top) * 100}%` }}>
            {formatCompact(line / 100, language)}
          </span>
        ))}
      </div>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t('overview.volume.picture')}
        onPointerLeave={() => onPoint(null)}
      >
        {days.map(({ day, received, refunded }, place) => {
          const x = place * step + gap / 2
          const [tall, back] = [height(received.amount), Math.min(height(refunded.amount), HEIGHT)]
          return (
            <g key={day} className={cx(styles.day, place === pointed && styles.pointed)}>
              <rect
                className={styles.received}
                x={x}
                width={step - gap}
                y={HEIGHT - tall}
                height={tall}
                rx={ROUND}
              />
              <rect
                className={styles.refunded}
                x={x}
                width={step - gap}
                y={HEIGHT - back}
                height={back}
                rx={ROUND}
              />
              <rect
                className={styles.target}
                x={place * step}
                width={step}
                height={HEIGHT}
                onPointerEnter={() => onPoint(place)}
              />
            </g>
          )
        })}
      </svg>
      <div className={styles.days} aria-hidden>
        {days.map(({ day }, place) =>
          place % every === 0 ? (
            <span key={day} style={{ insetInlineStart: `${(place / days.length) * 100}%` }}>
              {formatTime(dayAt(day), language, { year: 'auto', time: 'none' })}
            </span>
          ) : null,
        )}
      </div>
    </div>
  )
}
