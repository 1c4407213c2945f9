import type { ReactNode } from 'react'
import styles from './FiguresLine.module.css'

/** What a list's tiles cannot count, in a line above them; its room is kept while it is asked for. */
export function FiguresLine({ children }: { children: ReactNode }) {
  return <p className={styles.figures}>{children || '\u00a0'}</p>
}
