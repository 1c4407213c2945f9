import type { components } from '../../app/api-types'
import { useLanguage, useT } from '../../app/i18n'
import { MiniTable } from '../../kit/record/MiniTable'
import { valueText, wordOf } from '../pld'
import styles from '../pld.module.css'

type Drawn = components['schemas']['Curve']

/** Units of the drawing, which is stretched to its place; words stand beside it, in their own size. */
const WIDTH = 1000
const HEIGHT = 220

/** Episodes and lost cases over the threshold of one condition, the rest as it is; its numbers stand in a table beside it. */
export function Curve({ curve, currency }: { curve: Drawn; currency: string }) {
  const t = useT('pld')
  const language = useLanguage()
  const text = { t, language }
  const { points, unit, proposed, present } = curve
  const [first, last] = [points[0]?.threshold ?? 0, points.at(-1)?.threshold ?? 1]
  const most = Math.max(1, ...points.map(({ episodes, lost }) => Math.max(episodes, lost)))
  const x = (threshold: number) => (WIDTH * (threshold - first)) / Math.max(1, last - first)
  const y = (count: number) => HEIGHT - (HEIGHT * count) / most
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
      <div className={styles.plot}>
        <div className={styles.counts} aria-hidden="true">
          {[1, 0.5, 0].map((part) => (
            // Half an episode is none: the middle has its line and no number.
            <span key={part}>{Number.isInteger(most * part) ? most * part : ''}</span>
          ))}
        </div>
        <svg
          className={styles.curve}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          {[0, 0.5, 1].map((part) => (
            <line
              key={part}
              className={styles.axis}
              x1={0}
              x2={WIDTH}
              y1={y(most * part)}
              y2={y(most * part)}
            />
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
                <line key={key} className={look} x1={x(threshold)} x2={x(threshold)} y1={0} y2={HEIGHT} />
              ),
          )}
        </svg>
        <div className={styles.ends} aria-hidden="true">
          <span>{valueText(first, unit, currency, text)}</span>
          <span>{valueText(last, unit, currency, text)}</span>
        </div>
      </div>
      <ul className={styles.marks}>
        {marked.map(
          ({ key, threshold, look }) =>
            threshold !== null && (
              <li key={key}>
                <svg className={styles.sample} viewBox="0 0 4 16" aria-hidden="true">
                  <line className={look} x1={2} x2={2} y1={0} y2={16} />
                </svg>
                {t(`pld.curve.${key}`, {
                  value: valueText(threshold, unit, currency, text),
                  count: at(threshold)?.episodes ?? 0,
                  lost: at(threshold)?.lost ?? 0,
                })}
              </li>
            ),
        )}
      </ul>
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
