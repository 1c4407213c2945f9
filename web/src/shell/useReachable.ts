import { useLayoutEffect, useRef } from 'react'

/**
 * While the page is covered nothing in it can be reached, by mouse or keyboard; afterwards the focus is where it was.
 *
 * Returns:
 *   what the parts of the page are given.
 */
export function useReachable(covered: boolean): { inert: boolean } {
  const before = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (covered) {
      before.current = document.activeElement
      return
    }
    const element = before.current
    before.current = null
    // Somebody else may have taken the focus meanwhile: a dialog, a new screen.
    if (element instanceof HTMLElement && element.isConnected && document.activeElement === document.body) {
      element.focus({ preventScroll: true })
    }
  }, [covered])
  return { inert: covered }
}
