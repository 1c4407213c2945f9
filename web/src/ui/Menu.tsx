import type { ReactNode } from 'react'
import { LazyTrigger, type Trigger } from './lazyTrigger'
import type { MenuPartProps } from './MenuPart'

export interface MenuAction {
  key: string
  label: ReactNode
  icon?: ReactNode
  /** Set on the items of a choice: whether this one is chosen. */
  checked?: boolean
  /** Set on a switch: whether it is on. */
  on?: boolean
  danger?: boolean
  disabled?: boolean
  /** A line above the item. */
  separated?: boolean
  onSelect: () => void
}

export interface MenuProps {
  trigger: Trigger
  items: MenuAction[]
  /** Text above the items that is not one of them. */
  header?: ReactNode
  align?: 'start' | 'end'
}

const load = () => import('./MenuPart')

export function Menu(props: MenuProps) {
  return <LazyTrigger<MenuPartProps> load={load} props={props} trigger={props.trigger} popup="menu" />
}
