import { sparkParts } from '../kit/chart/scale'
import { cx } from '../ui/cx'
import styles from './Spark.module.css'

/** The shape of some days as a line, dashed to today, which is not over; the figure beside it says what it means. */
export function Spark({ values, tone }: { values: readonly number[]; tone: 'primary' | 'secondary' }) {
  const { over, open } = sparkParts(values, 100, 30)
  return (
    <svg className={styles.spark} viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden>
      <polyline className={styles[tone]} points={over} vectorEffect="non-scaling-stroke" />
      <polyline className={cx(styles[tone], styles.open)} points={open} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
