import type { ReactNode } from 'react'
import type { Tone } from '../../ui/Badge'
import { cx } from '../../ui/cx'
import { DateTime } from '../DateTime'
import styles from './Timeline.module.css'

export interface TimelineItem {
  key: string
  at: string
  title: ReactNode
  note?: ReactNode
  tone?: Tone
}

/** What happened, the newest first. */
export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className={styles.timeline} reversed>
      {items.map(({ key, at, title, note, tone = 'neutral' }) => (
        <li key={key} className={cx(styles.item, styles[tone])}>
          <div className={styles.words}>
            <p>{title}</p>
            {note && <p className={styles.note}>{note}</p>}
          </div>
          <span className={styles.time}>
            <DateTime at={at} time="seconds" />
          </span>
        </li>
      ))}
    </ol>
  )
}
