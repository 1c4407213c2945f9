import { LazyTrigger } from './lazyTrigger'
import type { MenuPartProps } from './MenuPart'
import type { MenuProps } from './menuProps'

const load = () => import('./MenuPart')

export function Menu(props: MenuProps) {
  return <LazyTrigger<MenuPartProps> load={load} props={props} trigger={props.trigger} popup="menu" />
}
