import { cloneElement, lazy, type ReactElement, Suspense, useRef, useState } from 'react'

const load = () => import('./TooltipPopup')
const TooltipPopup = lazy(load)

interface Parent {
  onPointerEnter?: (event: React.PointerEvent<HTMLElement>) => void
  onPointerLeave?: (event: React.PointerEvent<HTMLElement>) => void
  onFocus?: (event: React.FocusEvent<HTMLElement>) => void
  onBlur?: (event: React.FocusEvent<HTMLElement>) => void
  onPointerDown?: (event: React.PointerEvent<HTMLElement>) => void
}

const DELAY = 500

/** A short text beside the control it wraps, on hover and on keyboard focus. Its code is loaded the first time. */
export function Tooltip({ text, children }: { text: string; children: ReactElement<Parent> }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const own = children.props

  const show = (element: HTMLElement, delay: number) => {
    void load()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAnchor(element), delay)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }

  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => {
          own.onPointerEnter?.(event)
          if (event.pointerType === 'mouse') show(event.currentTarget, DELAY)
        },
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event)
          hide()
        },
        onPointerDown: (event) => {
          own.onPointerDown?.(event)
          hide()
        },
        onFocus: (event) => {
          own.onFocus?.(event)
          if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget, 0)
        },
        onBlur: (event) => {
          own.onBlur?.(event)
          hide()
        },
      })}
      <Suspense>{anchor && <TooltipPopup anchor={anchor} text={text} onClose={hide} />}</Suspense>
    </>
  )
}
