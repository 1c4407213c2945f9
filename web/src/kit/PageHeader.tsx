import type { ReactNode } from 'react'
import { cx } from '../ui/cx'
import { Actions } from './Actions'
import hidden from './hidden.module.css'
import styles from './PageHeader.module.css'

export interface PageHeaderProps {
  title: ReactNode
  subtitle?: ReactNode
  /** In its place, for those who hear the page: beside tabs there is no room for it. */
  said?: ReactNode
  /** Screens beside this one, on the same line where there is room. */
  tabs?: ReactNode
  actions?: ReactNode
}

/** The title of a screen, one line about what it shows, and what can be done. */
export function PageHeader({ title, subtitle, said, tabs, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <div className={cx(styles.words, Boolean(tabs) && styles.tabbed)}>
        <h1 className={styles.title}>{title}</h1>
        {tabs}
        {said && <p className={hidden.hidden}>{said}</p>}
        {subtitle && !tabs && <p className={styles.subtitle}>{subtitle}</p>}
      </div>
      {actions && <Actions>{actions}</Actions>}
      {subtitle && tabs && <p className={cx(styles.subtitle, styles.below)}>{subtitle}</p>}
    </header>
  )
}
