import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { cx } from './cx'
import styles from './Tabs.module.css'

export interface TabItem {
  key: string
  label: ReactNode
  content: ReactNode
}

export interface TabsProps {
  tabs: TabItem[]
  value: string
  onChange: (key: string) => void
  label: string
  /** Inside a card that reaches to its edges. */
  inset?: boolean
}

export function Tabs({ tabs, value, onChange, label, inset }: TabsProps) {
  return (
    <Base.Root value={value} onValueChange={(key) => onChange(String(key))}>
      <Base.List className={cx(styles.list, inset && styles.inset)} aria-label={label} activateOnFocus>
        {tabs.map((tab) => (
          <Base.Tab key={tab.key} value={tab.key} className={styles.tab}>
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.key} value={tab.key} className={cx(styles.panel, inset && styles.insetPanel)}>
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
