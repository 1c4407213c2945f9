import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import styles from './Tabs.module.css'

export interface NavTab {
  to: string
  label: string
  /** Another address at which it is the open one: of tabs below it. */
  alsoAt?: string
}

/** Screens beside each other, each with its own address; they look as tabs do. */
export function NavTabs({ tabs, label }: { tabs: readonly NavTab[]; label: string }) {
  const list = useRef<HTMLElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // Where they do not all fit, the one that is open is seen.
  useEffect(() => {
    const open = list.current?.querySelector<HTMLElement>('[aria-current=page]')
    if (!list.current || !open) return
    const { clientWidth, offsetLeft, scrollLeft } = list.current
    const end = open.offsetLeft - offsetLeft + open.offsetWidth
    if (end > scrollLeft + clientWidth) list.current.scrollLeft = end - clientWidth
  })
  return (
    <nav ref={list} className={styles.list} aria-label={label}>
      {tabs.map(({ to, label: name, alsoAt }) => (
        <Link
          key={to}
          to={to}
          className={styles.tab}
          // One may lie below another.
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ 'aria-current': 'page' }}
          inactiveProps={alsoAt === path ? { 'aria-current': 'page' } : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
