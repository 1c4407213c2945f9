import { Dialog } from '@base-ui/react/dialog'
import {
  Activity,
  createContext,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { painted } from '../app/painted'
import { cx } from './cx'
import styles from './Dialog.module.css'

/** What the frame of a window needs to know of what it holds. */
export interface FrameAsked {
  size: 'small' | 'medium' | 'large' | 'sensitive'
  closable: boolean
  onClose: () => void
  /** Where the keyboard begins; true: at the first that it can reach. */
  initialFocus: RefObject<HTMLElement | null> | (() => HTMLElement | true)
}

interface DialogFrameProps extends FrameAsked {
  open?: boolean
  windowRef?: Ref<HTMLDivElement>
  backdropRef?: Ref<HTMLDivElement>
  children: ReactNode
}

/** What is drawn and laid out but not seen is marked with it, and shown by taking it off. */
const UNSEEN = 'data-unseen'

/** A window over the page without anything in it; before it is open it stands beside what is seen, and is no dialog yet. */
export function DialogFrame({
  open = true,
  windowRef,
  backdropRef,
  size,
  closable,
  onClose,
  initialFocus,
  children,
}: DialogFrameProps) {
  const unseen = { [UNSEEN]: open ? undefined : '' }
  return (
    <Dialog.Root
      open={open}
      disablePointerDismissal={!closable}
      // The second press of a double click is meant for the button that opened it.
      onOpenChange={(next, { reason, event }) => {
        const twice = reason === 'outside-press' && event instanceof MouseEvent && event.detail > 1
        if (!next && closable && !twice) onClose()
      }}
    >
      <Dialog.Portal keepMounted>
        <Dialog.Backdrop
          ref={backdropRef}
          className={styles.backdrop}
          hidden={false}
          // One over another window, too: what lies under it is set aside like a page.
          forceRender
          {...unseen}
        />
        <Dialog.Popup
          ref={windowRef}
          className={cx(styles.window, styles[size])}
          initialFocus={initialFocus}
          hidden={false}
          inert={!open}
          {...(!open && { role: 'none', 'aria-hidden': true })}
          {...unseen}
        >
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** A frame that was there before the window in it. */
interface There {
  /** Tells it what the window asks of it. */
  ask: (asked: FrameAsked) => void
  /** The window begins. One that takes the place of another finds the frame open, which gives the keyboard to the first alone. */
  begin: (window: object) => void
}

export const FrameThere = createContext<There | null>(null)

const REACHED = ':is(input, textarea, select, button, a[href]):not(:disabled)'

const nothing = () => undefined

/** Takes back what React hides an `Activity` by: what is not displayed would have to be laid out at the press. Its frame is unseen anyway. */
function layOut(window: HTMLElement) {
  for (const part of window.children) (part as HTMLElement).style.removeProperty('display')
  return window.childElementCount > 0
}

/** How the press shows what stands in a `FrameAhead`. */
export interface Shows {
  show: () => void
}

export interface FrameAheadProps extends Pick<FrameAsked, 'size'> {
  ref: Ref<Shows>
  children: ReactNode
}

/**
 * The frame of one window, drawn with all that is in it before it opens. Until then nothing of it is seen, and no effect in
 * it runs: nothing is asked of the server, nothing takes the keyboard. The press only moves it into sight, without React; in the
 * frame after, it opens: what it does then (effects, the keyboard, the page behind it set aside) takes a slow machine longer.
 */
export function FrameAhead({ ref, size, children }: FrameAheadProps) {
  const [open, setOpen] = useState(false)
  const laidOut = useRef(false)
  const own = useRef<HTMLDivElement>(null)
  const backdrop = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    show: () => {
      // A press that comes before it is drawn opens it as it would without: a window is never seen empty.
      if (!laidOut.current) return setOpen(true)
      for (const part of [own, backdrop]) part.current?.removeAttribute(UNSEEN)
      void painted().then(() => setOpen(true))
    },
  }))
  const watch = useCallback((window: HTMLDivElement | null) => {
    own.current = window
    if (!window) return undefined
    const see = () => {
      laidOut.current = layOut(window)
    }
    const watching = new MutationObserver(see)
    watching.observe(window, { childList: true })
    see()
    return () => watching.disconnect()
  }, [])
  const [look, setLook] = useState<Pick<FrameAsked, 'size' | 'closable'>>({ size, closable: true })
  const asked = useRef<Pick<FrameAsked, 'onClose' | 'initialFocus'>>({
    onClose: nothing,
    initialFocus: () => true,
  })
  const ask = useCallback(({ onClose, initialFocus, ...wanted }: FrameAsked) => {
    asked.current = { onClose, initialFocus }
    setLook((now) => (now.size === wanted.size && now.closable === wanted.closable ? now : wanted))
  }, [])
  const frame = useMemo(
    () => ({
      onClose: () => asked.current.onClose(),
      initialFocus: () => {
        const { initialFocus } = asked.current
        return typeof initialFocus === 'function' ? initialFocus() : (initialFocus.current ?? true)
      },
    }),
    [],
  )
  const begun = useRef<object>(null)
  const there = useMemo(
    () => ({
      ask,
      begin: (window: object) => {
        if (begun.current && begun.current !== window) {
          const first = frame.initialFocus()
          const reached = first === true ? own.current?.querySelector<HTMLElement>(REACHED) : first
          reached?.focus()
        }
        begun.current = window
      },
    }),
    [ask, frame],
  )
  return (
    <DialogFrame open={open} windowRef={watch} backdropRef={backdrop} {...look} {...frame}>
      <FrameThere value={there}>
        <Activity mode={open ? 'visible' : 'hidden'}>{children}</Activity>
      </FrameThere>
    </DialogFrame>
  )
}
