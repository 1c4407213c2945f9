import type { ReactNode } from 'react'
import type { Trigger } from './lazyTrigger'

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
