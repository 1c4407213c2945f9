import { type ReactNode, useState } from 'react'
import styles from './Fold.module.css'

/** What few need, behind its name; open while something in it is wrong. */
export function Fold({ title, open, children }: { title: string; open: boolean; children: ReactNode }) {
  const [opened, setOpened] = useState(open)
  return (
    <details
      className={styles.fold}
      open={opened || open}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary className={styles.name}>{title}</summary>
      <div className={styles.inside}>{children}</div>
    </details>
  )
}
