import { type ReactNode, useState } from 'react'
import { useT } from '../../app/i18n'
import styles from './Fold.module.css'

interface FoldProps {
  title: string
  open: boolean
  /** What is in it asks the server for things: it is drawn when somebody opens it. */
  late?: boolean
  children: ReactNode
}

/** What few need, behind its name; open while something in it is wrong. */
export function Fold({ title, open, late = false, children }: FoldProps) {
  const t = useT('common')
  const [opened, setOpened] = useState(open)
  return (
    <details
      className={styles.fold}
      open={opened || open}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary className={styles.name}>
        {title} <span className={styles.optional}>{t('common.optional')}</span>
      </summary>
      <div className={styles.inside}>{(!late || opened || open) && children}</div>
    </details>
  )
}
