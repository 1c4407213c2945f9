import { Link } from '@tanstack/react-router'
import styles from './Tabs.module.css'

export interface NavTab {
  to: string
  label: string
}

/** Screens beside each other, each with its own address; they look as tabs do. */
export function NavTabs({ tabs, label }: { tabs: readonly NavTab[]; label: string }) {
  return (
    <nav className={styles.list} aria-label={label}>
      {tabs.map(({ to, label: name }) => (
        <Link
          key={to}
          to={to}
          className={styles.tab}
          // One may lie below another.
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
