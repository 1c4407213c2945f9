import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What is taken away takes the keyboard along when it was there; it stays at the box then, not at the top of the page. */
export function useKeptFocus(box: RefObject<HTMLElement | null>, count: number): void {
  const before = useRef(count)
  useLayoutEffect(() => {
    const fewer = count < before.current
    before.current = count
    if (fewer && document.activeElement === document.body) box.current?.focus()
  }, [box, count])
}
