import { sparkPoints } from '../kit/chart/scale'
import styles from './Spark.module.css'

/** The shape of some days as a line; the figure beside it says what it means. */
export function Spark({ values, tone }: { values: readonly number[]; tone: 'primary' | 'secondary' }) {
  return (
    <svg className={styles.spark} viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden>
      <polyline
        className={styles[tone]}
        points={sparkPoints(values, 100, 30)}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
