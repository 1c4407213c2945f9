import type { ReactNode } from 'react'
import type { Trigger } from './lazyTrigger'

export interface PopoverProps {
  trigger: Trigger
  /** Name of the window for those who hear it; shown as its heading when `titled`. */
  title: string
  titled?: boolean
  align?: 'start' | 'center' | 'end'
  /** Told when it opens or closes. */
  onOpenChange?: (open: boolean) => void
  /** A function receives what closes the popover. */
  children: ReactNode | ((close: () => void) => ReactNode)
  className?: string
}
