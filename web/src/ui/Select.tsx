import { LazyTrigger } from './lazyTrigger'
import { SelectButton, type SelectProps } from './SelectButton'
import type { SelectPartProps } from './SelectPart'

export type { SelectOption } from './SelectButton'

const load = () => import('./SelectPart')

export function Select(props: SelectProps) {
  return (
    <LazyTrigger<SelectPartProps>
      load={load}
      props={props}
      trigger={<SelectButton select={props} />}
      popup="listbox"
    />
  )
}
