import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What somebody adds at the end of the box takes the keyboard: its first field is what they will write. */
export function useAddedFocus(box: RefObject<HTMLElement | null>, count: number): void {
  const before = useRef(count)
  useLayoutEffect(() => {
    const more = count > before.current
    before.current = count
    if (!more) return
    // Not the one that a choice of the library hides beside its button.
    box.current?.lastElementChild?.querySelector<HTMLElement>('input:not([aria-hidden=true])')?.focus()
  }, [box, count])
}
