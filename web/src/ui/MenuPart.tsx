import { Menu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { cx } from './cx'
import { type Handover, useHandover } from './lazyTrigger'
import styles from './Menu.module.css'
import type { MenuAction, MenuProps } from './menuProps'

export type MenuPartProps = MenuProps & Handover

export default function MenuPart({ trigger, items, header, align = 'end', ...handover }: MenuPartProps) {
  const [open, setOpen] = useState(handover.startOpen)
  const triggerRef = useHandover(handover)
  const chosen = items.find((item) => item.checked)?.key
  const isChoice = items.some((item) => item.checked !== undefined)
  return (
    <Menu.Root open={open} onOpenChange={setOpen} modal={false}>
      <Menu.Trigger ref={triggerRef as React.RefObject<HTMLButtonElement | null>} render={trigger} />
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} sideOffset={6} align={align} collisionPadding={8}>
          <Menu.Popup className={styles.popup}>
            {header && <div className={styles.header}>{header}</div>}
            {isChoice ? (
              <Menu.RadioGroup
                value={chosen}
                onValueChange={(key) => items.find((item) => item.key === key)?.onSelect()}
              >
                {items.map((item) => (
                  <Menu.RadioItem key={item.key} value={item.key} closeOnClick className={styles.item}>
                    <Content item={item} />
                    <Menu.RadioItemIndicator className={styles.check}>
                      <Check size={16} />
                    </Menu.RadioItemIndicator>
                  </Menu.RadioItem>
                ))}
              </Menu.RadioGroup>
            ) : (
              items.map((item) => <Item key={item.key} item={item} />)
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

function Item({ item }: { item: MenuAction }) {
  const look = {
    disabled: item.disabled,
    className: cx(styles.item, item.danger && styles.danger, item.separated && styles.separated),
  }
  if (item.on === undefined) {
    return (
      <Menu.Item {...look} onClick={item.onSelect}>
        <Content item={item} />
      </Menu.Item>
    )
  }
  return (
    <Menu.CheckboxItem {...look} checked={item.on} onCheckedChange={item.onSelect}>
      <Content item={item} />
      <Menu.CheckboxItemIndicator className={styles.check}>
        <Check size={16} />
      </Menu.CheckboxItemIndicator>
    </Menu.CheckboxItem>
  )
}

function Content({ item }: { item: MenuAction }) {
  return (
    <>
      {item.icon}
      <span className={styles.label}>{item.label}</span>
    </>
  )
}
