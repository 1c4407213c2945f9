import type { components } from '../../app/api-types'
import { useLanguage, useT } from '../../app/i18n'
import { MiniTable } from '../../kit/record/MiniTable'
import { valueText, wordOf } from '../pld'
import styles from '../pld.module.css'

type Drawn = components['schemas']['Curve']

const WIDTH = 640
const HEIGHT = 220
const LEFT = 44
const RIGHT = 12
const TOP = 28
const BOTTOM = 30

/** Episodes and lost cases over the threshold of one condition, the rest as it is; its numbers stand in a table beside it. */
export function Curve({ curve, currency }: { curve: Drawn; currency: string }) {
  const t = useT('pld')
  const language = useLanguage()
  const text = { t, language }
  const { points, unit, proposed, present } = curve
  const [first, last] = [points[0]?.threshold ?? 0, points.at(-1)?.threshold ?? 1]
  const most = Math.max(1, ...points.map(({ episodes, lost }) => Math.max(episodes, lost)))
  const x = (threshold: number) =>
    LEFT + ((WIDTH - LEFT - RIGHT) * (threshold - first)) / Math.max(1, last - first)
  const y = (count: number) => HEIGHT - BOTTOM - ((HEIGHT - TOP - BOTTOM) * count) / most
  const line = (pick: 'episodes' | 'lost') =>
    points.map((point) => `${x(point.threshold).toFixed(1)},${y(point[pick]).toFixed(1)}`).join(' ')
  const at = (threshold: number) => points.find((point) => point.threshold === threshold)
  const label = t('pld.curve.label', { feature: wordOf(t, 'feature', curve.feature) })
  const marked = [
    { key: 'present', threshold: present, look: styles.present },
    { key: 'proposed', threshold: proposed, look: styles.proposed },
  ] as const
  return (
    <>
      <svg className={styles.curve} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line
              className={styles.axis}
              x1={LEFT}
              x2={WIDTH - RIGHT}
              y1={y(most * part)}
              y2={y(most * part)}
            />
            <text className={styles.label} x={LEFT - 8} y={y(most * part) + 4} textAnchor="end">
              {Math.round(most * part)}
            </text>
          </g>
        ))}
        <polygon
          className={styles.area}
          points={`${x(first)},${y(0)} ${line('episodes')} ${x(last)},${y(0)}`}
        />
        <polyline className={styles.episodes} points={line('episodes')} />
        <polyline className={styles.lost} points={line('lost')} />
        {marked.map(
          ({ key, threshold, look }) =>
            threshold !== null && (
              <g key={key}>
                <line
                  className={look}
                  x1={x(threshold)}
                  x2={x(threshold)}
                  y1={TOP - 6}
                  y2={HEIGHT - BOTTOM}
                />
                <text
                  className={styles.label}
                  x={x(threshold)}
                  y={key === 'present' ? 10 : 20}
                  textAnchor={x(threshold) > WIDTH / 2 ? 'end' : 'start'}
                >
                  {t(`pld.curve.${key}`, {
                    value: valueText(threshold, unit, currency, text),
                    count: at(threshold)?.episodes ?? 0,
                    lost: at(threshold)?.lost ?? 0,
                  })}
                </text>
              </g>
            ),
        )}
        <text className={styles.label} x={LEFT} y={HEIGHT - 8}>
          {valueText(first, unit, currency, text)}
        </text>
        <text className={styles.label} x={WIDTH - RIGHT} y={HEIGHT - 8} textAnchor="end">
          {valueText(last, unit, currency, text)}
        </text>
      </svg>
      <p className={styles.quiet}>{label}</p>
      <details>
        <summary>{t('pld.curve.as_table')}</summary>
        <MiniTable
          label={label}
          columns={[
            { key: 'threshold', title: t('pld.why.threshold'), end: true },
            { key: 'episodes', title: t('pld.column.episodes'), end: true },
            { key: 'lost', title: t('pld.column.lost'), end: true },
          ]}
          rows={points.map(({ threshold, episodes, lost }) => ({
            key: String(threshold),
            cells: [valueText(threshold, unit, currency, text), episodes, lost],
          }))}
        />
      </details>
    </>
  )
}
