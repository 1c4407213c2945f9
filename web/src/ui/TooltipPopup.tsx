import { Tooltip } from '@base-ui/react/tooltip'
import styles from './Tooltip.module.css'

export default function TooltipPopup({
  anchor,
  text,
  onClose,
}: {
  anchor: HTMLElement
  text: string
  onClose: () => void
}) {
  return (
    <Tooltip.Root open onOpenChange={(open) => !open && onClose()}>
      <Tooltip.Portal>
        <Tooltip.Positioner anchor={anchor} sideOffset={6} className={styles.positioner}>
          <Tooltip.Popup className={styles.tooltip}>{text}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
