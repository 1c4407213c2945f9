import { Popover } from '@base-ui/react/popover'
import { useEffect, useRef, useState } from 'react'
import { cx } from './cx'
import { type Handover, useHandover } from './lazyTrigger'
import styles from './Popover.module.css'
import type { PopoverProps } from './popoverProps'

export type PopoverPartProps = PopoverProps & Handover

export default function PopoverPart({
  trigger,
  title,
  titled,
  align = 'start',
  onOpenChange,
  children,
  className,
  ...handover
}: PopoverPartProps) {
  const [open, setOpen] = useState(handover.startOpen)
  const triggerRef = useHandover(handover)
  const told = useRef(false)

  useEffect(() => {
    if (told.current !== open) onOpenChange?.(open)
    told.current = open
  }, [open, onOpenChange])

  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger ref={triggerRef as React.RefObject<HTMLButtonElement | null>} render={trigger} />
      <Popover.Portal>
        <Popover.Positioner className={styles.positioner} sideOffset={6} align={align} collisionPadding={8}>
          <Popover.Popup className={cx(styles.popup, className)} aria-label={titled ? undefined : title}>
            {titled && <Popover.Title className={styles.title}>{title}</Popover.Title>}
            {typeof children === 'function' ? children(() => setOpen(false)) : children}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
