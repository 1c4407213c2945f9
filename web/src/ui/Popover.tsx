import type { ReactNode } from 'react'
import { LazyTrigger, type Trigger } from './lazyTrigger'
import type { PopoverPartProps } from './PopoverPart'

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

const load = () => import('./PopoverPart')

export function Popover(props: PopoverProps) {
  return <LazyTrigger<PopoverPartProps> load={load} props={props} trigger={props.trigger} popup="dialog" />
}
