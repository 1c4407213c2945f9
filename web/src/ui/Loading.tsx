import { cx } from './cx'
import styles from './Loading.module.css'
import { BlockBars, TextBars } from './Skeleton'
import { Spinner } from './Spinner'

export interface LoadingProps {
  type?: 'spinner' | 'text' | 'block'
  /** What is being waited for. */
  label: string
  className?: string
}

/** Waiting, in one of three shapes: a spinner, bars as of a text, or blocks as of cards. */
export function Loading({ type = 'spinner', label, className }: LoadingProps) {
  if (type === 'spinner') {
    return (
      <div className={cx(styles.spinner, className)}>
        <Spinner size={32} label={label} />
      </div>
    )
  }
  return (
    <div role="status" aria-label={label} className={cx(styles.bars, className)}>
      {type === 'text' ? <TextBars lines={6} /> : <BlockBars blocks={4} />}
    </div>
  )
}
