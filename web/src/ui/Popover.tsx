import { LazyTrigger } from './lazyTrigger'
import type { PopoverPartProps } from './PopoverPart'
import type { PopoverProps } from './popoverProps'

const load = () => import('./PopoverPart')

export function Popover(props: PopoverProps) {
  return <LazyTrigger<PopoverPartProps> load={load} props={props} trigger={props.trigger} popup="dialog" />
}
