import { Dialog } from '@base-ui/react/dialog'
import {
  Activity,
  createContext,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
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
  /** Whether it is seen; it may be before it is open. */
  shown?: boolean
  windowRef?: Ref<HTMLDivElement>
  children: ReactNode
}

/** A window over the page without anything in it; while it is not shown it stands in the page, laid out but unseen, and is no dialog yet. */
export function DialogFrame({
  open = true,
  shown = open,
  windowRef,
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
        {shown && <Dialog.Backdrop className={styles.backdrop} hidden={false} />}
        <Dialog.Popup
          ref={windowRef}
          className={cx(styles.window, styles[size])}
          initialFocus={initialFocus}
          hidden={false}
          style={shown ? undefined : { visibility: 'hidden' }}
          {...(!shown && { role: 'none' })}
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

/** Takes back what React hides an `Activity` by: what is not displayed would have to be laid out at the press. Its frame is unseen anyway. */
function layOut(window: HTMLElement) {
  for (const part of window.children) (part as HTMLElement).style.removeProperty('display')
  return window.childElementCount > 0
}

/** Whether the first frame since something began has been painted, and what waited for that has run. */
function usePainted(begun: boolean): boolean {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    if (!begun) return undefined
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const next = (then: () => void) => {
      frame = requestAnimationFrame(then)
    }
    // The first of these runs before that frame.
    next(() =>
      next(() => {
        timer = setTimeout(() => setPainted(true))
      }),
    )
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [begun])
  return painted
}

/**
 * The frame of one window, drawn with all that is in it before it opens. Until then nothing of it is seen, and no effect in
 * it runs: nothing is asked of the server, nothing takes the keyboard. The press shows it; in the frame after, it opens:
 * what it does then (effects, the keyboard, the page behind it set aside) takes a slow machine longer than showing it.
 */
export function FrameAhead({ open: shown, children }: { open: boolean; children: ReactNode }) {
  const [laidOut, setLaidOut] = useState(false)
  const painted = usePainted(shown)
  // A press that comes before it is drawn opens it as it would without: a window is never seen empty.
  const [open, setOpen] = useState(false)
  if (shown && !open && (painted || !laidOut)) setOpen(true)
  const watch = useCallback((window: HTMLDivElement | null) => {
    if (!window) return undefined
    const watching = new MutationObserver(() => setLaidOut(layOut(window)))
    watching.observe(window, { childList: true })
    setLaidOut(layOut(window))
    return () => watching.disconnect()
  }, [])
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
    <DialogFrame open={open} shown={shown} windowRef={watch} {...look} {...frame}>
      <FrameThere value={ask}>
        <Activity mode={open ? 'visible' : 'hidden'}>{children}</Activity>
      </FrameThere>
    </DialogFrame>
  )
}
