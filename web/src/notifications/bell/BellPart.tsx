import { Popover } from '@base-ui/react/popover'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { track } from '../../app/analytics'
import { useLanguage } from '../../app/i18n'
import { useNarrow } from '../../kit/list/useNarrow'
import { type Handover, type Trigger, useHandover } from '../../ui/lazyTrigger'
import styles from './BellPart.module.css'
import { feedQuery } from './feed'
import { Panel } from './Panel'

export interface BellPartProps extends Handover {
  trigger: Trigger
}

/** The bell once somebody has touched it: its panel opens below it, and on a phone as a sheet over the whole width. */
export default function BellPart({ trigger, ...handover }: BellPartProps) {
  const [open, setOpen] = useState(handover.startOpen)
  const narrow = useNarrow()
  const triggerRef = useHandover(handover)
  const popup = useRef<HTMLDivElement>(null)
  useOpened(open)
  return (
    <Popover.Root open={open} onOpenChange={setOpen} modal={narrow}>
      <Popover.Trigger ref={triggerRef as React.RefObject<HTMLButtonElement | null>} render={trigger} />
      <Popover.Portal>
        {narrow && <Popover.Backdrop className={styles.backdrop} />}
        <Popover.Positioner
          className={styles.positioner}
          align="end"
          sideOffset={6}
          collisionPadding={narrow ? 0 : 8}
        >
          {/* Not the first button: a second press of Enter would do what it says. */}
          <Popover.Popup ref={popup} className={styles.popup} initialFocus={popup} finalFocus={triggerRef}>
            <Panel narrow={narrow} onClose={() => setOpen(false)} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Each opening asks for the newest, and is told to the analytics. */
function useOpened(open: boolean): void {
  const { data, refetch } = useQuery({ ...feedQuery(useLanguage()), enabled: false })
  const unread = (data?.unread ?? 0) > 0
  const told = useRef(false)
  useEffect(() => {
    if (open && !told.current) {
      track('open-notifications', { unread })
      // What the panel has asked for already is not asked for twice.
      void refetch({ cancelRefetch: false })
    }
    told.current = open
  }, [open, unread, refetch])
}
