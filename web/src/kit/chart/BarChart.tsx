import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { type Language, useLanguage } from '../../app/i18n'
import { cx } from '../../ui/cx'
import { formatCompact } from '../format'
import styles from './BarChart.module.css'
import { marks } from './scale'

const HEIGHT = 200
const WIDTH = 720
const GAP = 6
const ROUND = 3
/** Share of the width after which a word would hang over the edge. */
const LATE = 0.94
/** CSS pixels between the cursor and its tooltip. */
const BESIDE = 14

export interface ChartBar {
  key: string
  /** Under the bar, and at the head of its tooltip. */
  label: string
  value: number
  /** Of `value`, in front of it: what went back. */
  part?: number
  /** The same moment of the period before. */
  before?: number
  /** Not over yet: hollow, for it will grow. */
  open?: boolean
  /** The look of a bar that says more than its height. */
  tone?: 'error'
  /** Where a press leads: the list of what the bar counts. */
  to?: { path: string; search?: Record<string, string> }
}

export interface BarChartProps {
  bars: readonly ChartBar[]
  /** What the picture shows, for those who do not see it. */
  label: string
  /** Rows of the tooltip, under the label of its bar. */
  tooltip: (bar: ChartBar) => readonly string[]
  /** How the edge writes a value; compact without it. */
  edge?: (value: number, language: Language) => string
  height?: number
}

interface Pointed {
  place: number
  /** CSS pixels within the chart. */
  x: number
  y: number
}

/**
 * Bars over time: what is not over is hollow, the period before is a dashed line, the tooltip stands at the cursor, and a press
 * leads to what a bar counts. The keyboard goes from bar to bar; a table with the same numbers belongs beside it.
 */
export function BarChart({ bars, label, tooltip, edge, height = HEIGHT }: BarChartProps) {
  const language = useLanguage()
  const navigate = useNavigate()
  const box = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<Pointed | null>(null)
  const lines = marks(Math.max(0, ...bars.map(({ value, before = 0 }) => Math.max(value, before))))
  const top = lines.at(-1) ?? 1
  const step = WIDTH / Math.max(1, bars.length)
  const gap = Math.min(GAP, step * 0.3)
  const tall = (value: number) => Math.min(height, (value / top) * height)
  const every = Math.max(1, Math.ceil(bars.length / 6))
  const then = bars.every(({ before }) => before !== undefined)
  const leads = bars.some(({ to }) => to)

  const at = (place: number, event?: PointerEvent): Pointed => {
    const area = box.current?.getBoundingClientRect()
    const x = event && area ? event.clientX - area.left : ((place + 0.5) / bars.length) * (area?.width ?? 0)
    return { place, x, y: event && area ? event.clientY - area.top : 0 }
  }
  const open = (place: number) => {
    const to = bars[place]?.to
    if (to) void navigate({ to: to.path, search: (to.search ?? {}) as never })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const last = bars.length - 1
    const now = pointed?.place ?? last
    const next =
      event.key === 'ArrowLeft'
        ? Math.max(0, now - 1)
        : event.key === 'ArrowRight'
          ? Math.min(last, now + 1)
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? last
              : null
    if (next !== null) {
      event.preventDefault()
      setPointed(at(next))
    } else if (event.key === 'Enter') open(now)
    else if (event.key === 'Escape') setPointed(null)
  }
  const shown = pointed && bars[pointed.place]
  const aside = pointed && box.current && pointed.x > box.current.clientWidth / 2
  return (
    <div className={styles.chart}>
      <div className={styles.lines} style={{ height }} aria-hidden>
        {lines.map((line) => (
          <span key={line} style={{ bottom: `${(line / top) * 100}%` }}>
            {edge ? edge(line, language) : formatCompact(line, language)}
          </span>
        ))}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the table beside it says the same */}
      <div
        ref={box}
        className={styles.box}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its bars are read with the arrows
        tabIndex={0}
        role="img"
        aria-label={label}
        onKeyDown={onKeyDown}
        onFocus={() => pointed ?? setPointed(at(bars.length - 1))}
        onBlur={() => setPointed(null)}
        onPointerLeave={() => setPointed(null)}
      >
        <svg
          className={styles.bars}
          style={{ height }}
          viewBox={`0 0 ${WIDTH} ${height}`}
          preserveAspectRatio="none"
          aria-hidden
        >
          {bars.map((bar, place) => {
            const { key, value, part = 0, open: going, tone } = bar
            const x = place * step + gap / 2
            const width = step - gap
            return (
              <g key={key} className={cx(place === pointed?.place && styles.pointed, leads && styles.leads)}>
                <rect
                  className={cx(styles.value, going && styles.open, tone && styles[tone])}
                  x={x}
                  width={width}
                  y={height - tall(value)}
                  height={tall(value)}
                  rx={ROUND}
                  vectorEffect="non-scaling-stroke"
                />
                <rect
                  className={styles.part}
                  x={x}
                  width={width}
                  y={height - tall(part)}
                  height={tall(part)}
                  rx={ROUND}
                />
                <rect
                  className={styles.target}
                  x={place * step}
                  width={step}
                  height={height}
                  onPointerMove={(event) => setPointed(at(place, event))}
                  onClick={() => open(place)}
                />
              </g>
            )
          })}
          {then && (
            <polyline
              className={styles.before}
              vectorEffect="non-scaling-stroke"
              points={bars
                .map(({ before = 0 }, place) => `${(place + 0.5) * step},${height - tall(before)}`)
                .join(' ')}
            />
          )}
        </svg>
        {shown && pointed && (
          <div
            className={cx(styles.tooltip, aside && styles.aside)}
            style={{
              insetInlineStart: pointed.x + (aside ? -BESIDE : BESIDE),
              top: Math.max(0, pointed.y - 24),
            }}
            role="status"
          >
            <strong>{shown.label}</strong>
            {tooltip(shown).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </div>
        )}
      </div>
      <div className={styles.days} aria-hidden>
        {bars.map(({ key, label: word, open: going }, place) => {
          const middle = (place + 0.5) / bars.length
          // What is not over has its word always; one less than a step before it would lie under it.
          const beside = !going && bars.at(-1)?.open && bars.length - 1 - place < every
          return (going || place % every === 0) && !beside ? (
            <span
              key={key}
              className={cx(going && styles.now, middle > LATE && styles.last)}
              style={middle > LATE ? undefined : { insetInlineStart: `${middle * 100}%` }}
            >
              {word}
            </span>
          ) : null
        })}
      </div>
    </div>
  )
}
