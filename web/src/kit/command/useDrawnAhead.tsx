import { type ReactNode, startTransition, useCallback, useRef, useState } from 'react'
import type { FrameAheadProps, Shows } from '../../ui/DialogFrame'
import { Drafted } from './draft'

export type Draws<P> = (props: P) => ReactNode
export type Frame = typeof import('../../ui/DialogFrame').FrameAhead
export type Size = FrameAheadProps['size']

export interface Fetched<P> {
  load: () => Promise<unknown>
  /** What was fetched; null until it is there. */
  fetched: () => Draws<P> | null
  /** The frame that it can be drawn into before it opens; null until it is there, and for dialogs that are not drawn ahead. */
  frame: () => Frame | null
  size: Size
}

/** Longer than this nothing waits unopened: it holds what was true when it was drawn. */
const KEPT_MS = 10_000

interface Ahead<P> {
  Dialog: Draws<P>
  Frame: Frame
  given: object
  at: number
}

export interface DrawnAhead {
  /** The hand or the keyboard has come: fetches the dialog's code, and draws it where it may be. */
  draw: () => void
  /** It has gone again. */
  drop: () => void
  /** Shows what was drawn; false where there is nothing that may be shown. */
  open: () => boolean
  drawn: ReactNode
}

/**
 * A dialog that is drawn while the hand is on its way to the press, because drawing its fields takes a slow machine longer
 * than a press may take to be answered. It is drawn unseen and in slices; the press shows it.
 */
export function useDrawnAhead<P extends { onClose: () => void }>(
  dialog: Fetched<P>,
  given: Omit<P, 'onClose'>,
  opener: () => string,
): DrawnAhead {
  const [ahead, setAhead] = useState<Ahead<P> | null>(null)
  const wanted = useRef(false)
  const frame = useRef<Shows>(null)
  /** Shown by a press, so it stays when the hand goes. */
  const shown = useRef(false)
  const onClose = useCallback(() => {
    shown.current = false
    setAhead(null)
  }, [])
  const draw = () => {
    if (wanted.current && ahead) return
    wanted.current = true
    const drawn = dialog.load().then(() => {
      const Dialog = dialog.fetched()
      const Frame = dialog.frame()
      if (!Dialog || !Frame || !wanted.current) return
      startTransition(() => setAhead((now) => now ?? { Dialog, Frame, given, at: performance.now() }))
    })
    // The press tells of what could not be fetched.
    drawn.catch(() => undefined)
  }
  const drop = () => {
    wanted.current = false
    if (!shown.current) setAhead(null)
  }
  const open = () => {
    if (shown.current) {
      // Pressed twice, or its button went and came back: it is there already, or anew.
      frame.current?.show()
      return true
    }
    if (
      !ahead ||
      !frame.current ||
      performance.now() - ahead.at > KEPT_MS ||
      !sameFacts(ahead.given, given)
    ) {
      drop()
      return false
    }
    shown.current = true
    frame.current.show()
    return true
  }
  return {
    draw,
    drop,
    open,
    drawn: ahead && (
      <ahead.Frame ref={frame} size={dialog.size}>
        <Drafted opener={opener}>
          <ahead.Dialog {...({ ...given, onClose } as unknown as P)} />
        </Drafted>
      </ahead.Frame>
    ),
  }
}

/** Whether a form that was begun with one would begin with the other in the same way; what it calls when it is done does not count. */
function sameFacts(before: object, now: object): boolean {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].every((name) => {
    const [was, is]: unknown[] = [Reflect.get(before, name), Reflect.get(now, name)]
    return (typeof was === 'function' && typeof is === 'function') || Object.is(was, is)
  })
}
