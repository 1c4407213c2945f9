import { Dialog } from '@base-ui/react/dialog'
import {
  Activity,
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import { cx } from './cx'
import styles from './Dialog.module.css'

/** What the frame of a window needs to know of what it holds. */
export interface FrameAsked {
  size: 'small' | 'medium' | 'large' | 'sensitive'
  closable: boolean
  onClose: () => void
  /** Where the keyboard begins, by what opened the window. */
  initialFocus: RefObject<HTMLElement | null> | ((by: string) => HTMLElement | true)
}

interface DialogFrameProps extends FrameAsked {
  open?: boolean
  children: ReactNode
}

/** A window over the page without anything in it; while it is not open it stands in the page, unseen, and is no dialog yet. */
export function DialogFrame({
  open = true,
  size,
  closable,
  onClose,
  initialFocus,
  children,
}: DialogFrameProps) {
  return (
    <Dialog.Root
      open={open}
      disablePointerDismissal={!closable}
      onOpenChange={(next) => !next && closable && onClose()}
    >
      <Dialog.Portal keepMounted>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup
          className={cx(styles.window, styles[size])}
          initialFocus={initialFocus}
          {...(!open && { role: 'none' })}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Where a window stands within a frame that was there before it: tells the frame what the window asks of it. */
export const FrameThere = createContext<((asked: FrameAsked) => void) | null>(null)

const nothing = () => undefined

/**
 * The frame of one window, drawn with all that is in it before it opens. Until then nothing of it is seen, and no effect in
 * it runs: nothing is asked of the server, nothing takes the keyboard.
 */
export function FrameAhead({ open, children }: { open: boolean; children: ReactNode }) {
  const [look, setLook] = useState<Pick<FrameAsked, 'size' | 'closable'>>({ size: 'small', closable: true })
  const asked = useRef<Pick<FrameAsked, 'onClose' | 'initialFocus'>>({
    onClose: nothing,
    initialFocus: () => true,
  })
  const ask = useCallback(({ size, closable, ...rest }: FrameAsked) => {
    asked.current = rest
    setLook((now) => (now.size === size && now.closable === closable ? now : { size, closable }))
  }, [])
  const frame = useMemo(
    () => ({
      onClose: () => asked.current.onClose(),
      initialFocus: (by: string) => {
        const { initialFocus } = asked.current
        return typeof initialFocus === 'function' ? initialFocus(by) : (initialFocus.current ?? true)
      },
    }),
    [],
  )
  return (
    <DialogFrame open={open} {...look} {...frame}>
      <FrameThere value={ask}>
        <Activity mode={open ? 'visible' : 'hidden'}>{children}</Activity>
      </FrameThere>
    </DialogFrame>
  )
}
