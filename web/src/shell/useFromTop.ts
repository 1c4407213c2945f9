import { useEffect } from 'react'

/**
 * After signing in the keyboard begins at the top of the page. The form that it stood on is gone, and the browser would go on from
 * where that was: in the middle of a page that nobody has seen yet.
 */
export function useFromTop(): void {
  useEffect(() => {
    const { body } = document
    if (document.activeElement !== body) return
    body.tabIndex = -1
    body.focus({ preventScroll: true })
    body.removeAttribute('tabindex')
  }, [])
}
