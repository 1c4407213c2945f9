import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What stands in the box; a menu that is open lays marks of its own beside its button. */
const PARTS = ':scope > :is(button, a)'

/**
 * Marks a box with `data-folded` while what stands in it takes more than one row, before anything of it is painted.
 *
 * Args:
 *   looks: whether it folds at all.
 */
export function useFolded(looks: boolean): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = ref.current
    if (!box || !looks || typeof ResizeObserver === 'undefined') return
    const measure = () => {
      box.removeAttribute('data-folded')
      const shown = [...box.querySelectorAll<HTMLElement>(PARTS)].filter(({ offsetWidth }) => offsetWidth)
      box.toggleAttribute('data-folded', new Set(shown.map(({ offsetTop }) => offsetTop)).size > 1)
    }
    const size = new ResizeObserver(measure)
    const content = new MutationObserver(measure)
    size.observe(box)
    content.observe(box, { childList: true, characterData: true, subtree: true })
    measure()
    return () => {
      size.disconnect()
      content.disconnect()
      box.removeAttribute('data-folded')
    }
  }, [looks])
  return ref
}
