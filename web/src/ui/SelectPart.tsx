import { Select } from '@base-ui/react/select'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { type Handover, useHandover } from './lazyTrigger'
import menu from './Menu.module.css'
import { SelectButton, type SelectProps } from './SelectButton'

export type SelectPartProps = SelectProps & Handover

export default function SelectPart({ startOpen, takeFocus, ...props }: SelectPartProps) {
  const [open, setOpen] = useState(startOpen)
  const triggerRef = useHandover({ startOpen, takeFocus })
  return (
    <Select.Root
      items={props.options as { value: string; label: string }[]}
      value={props.value}
      onValueChange={(value) => value !== null && props.onChange(value)}
      open={open}
      onOpenChange={setOpen}
      disabled={props.disabled}
      modal={false}
    >
      <Select.Trigger
        ref={triggerRef as React.RefObject<HTMLButtonElement | null>}
        id={props.id}
        render={<SelectButton select={props} />}
      />
      <Select.Portal>
        <Select.Positioner
          className={menu.positioner}
          sideOffset={4}
          alignItemWithTrigger={false}
          collisionPadding={8}
        >
          <Select.Popup className={menu.popup}>
            {props.options.map((option) => (
              <Select.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className={menu.item}
              >
                <Select.ItemText className={menu.label}>{option.label}</Select.ItemText>
                <Select.ItemIndicator className={menu.check}>
                  <Check size={16} />
                </Select.ItemIndicator>
              </Select.Item>
            ))}
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  )
}
