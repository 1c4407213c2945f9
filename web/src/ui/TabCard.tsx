import { type ReactNode, useState } from 'react'
import { Card } from './Card'
import { type TabItem, Tabs } from './Tabs'

export interface TabCardProps {
  title: string
  tabs: TabItem[]
  actions?: ReactNode
}

/** A card whose content has several sides. It opens on the first, and on the first again when the open one is gone. */
export function TabCard({ title, tabs, actions }: TabCardProps) {
  const [chosen, setChosen] = useState('')
  const open = tabs.find(({ key }) => key === chosen) ?? tabs[0]
  return (
    <Card title={title} actions={actions} flush>
      {open && <Tabs inset label={title} tabs={tabs} value={open.key} onChange={setChosen} />}
    </Card>
  )
}
