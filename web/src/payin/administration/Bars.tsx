import { useLanguage } from '../../app/i18n'
import { formatCompact } from '../../kit/format'
import { cx } from '../../ui/cx'
import styles from './Bars.module.css'

const WIDTH = 720
const HEIGHT = 160
const LABELS = 6

interface BarsProps {
  /** Minor units; `before` is what the bar is compared with. */
  bars: readonly { key: string; label: string; value: number; before: number | undefined }[]
  label: string
  pointed: number | null
  onPoint: (place: number | null) => void
}

/** A bar each, with a mark where its like stood before; the highest has its amount beside it. */
export function Bars({ bars, label, pointed, onPoint }: BarsProps) {
  const language = useLanguage()
  const most = Math.max(1, ...bars.map(({ value, before = 0 }) => Math.max(value, before)))
  const step = WIDTH / bars.length
  const gap = Math.min(6, step * 0.3)
  const every = Math.ceil(bars.length / LABELS)
  const y = (amount: number) => HEIGHT - (amount / most) * HEIGHT
  return (
    <div className={styles.chart}>
      <span className={styles.most} aria-hidden>
        {formatCompact(most / 100, language)}
      </span>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
        onPointerLeave={() => onPoint(null)}
      >
        {bars.map(({ key, value, before }, place) => (
          <g key={key} className={cx(place === pointed && styles.pointed)}>
            <rect
              className={styles.now}
              x={place * step + gap / 2}
              width={step - gap}
              y={y(value)}
              height={HEIGHT - y(value)}
              rx={3}
            />
            {before !== undefined && (
              <line
                className={styles.then}
                x1={place * step + gap / 2}
                x2={(place + 1) * step - gap / 2}
                y1={y(before)}
                y2={y(before)}
              />
            )}
            <rect
              className={styles.target}
              x={place * step}
              width={step}
              height={HEIGHT}
              onPointerEnter={() => onPoint(place)}
            />
          </g>
        ))}
      </svg>
      <div className={styles.labels} aria-hidden>
        {bars.map(({ key, label: name }, place) =>
          place % every === 0 ? (
            <span key={key} style={{ insetInlineStart: `${(place / bars.length) * 100}%` }}>
              {name}
            </span>
          ) : null,
        )}
      </div>
    </div>
  )
}

/** What the bars and their marks mean. */
export function Legend({ now, then }: { now: string; then: string }) {
  return (
    <ul className={styles.legend}>
      <li className={styles.keyNow}>{now}</li>
      <li className={styles.keyThen}>{then}</li>
    </ul>
  )
}
