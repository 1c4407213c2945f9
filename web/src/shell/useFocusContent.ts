import { useEffect, useRef } from 'react'

/**
 * After the way to another page the keyboard, and what is read aloud, go on in the content, where what they stood on went
 * away with the page before. What a page focuses by itself comes first.
 */
export function useFocusContent(path: string): void {
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    if (document.activeElement === document.body) {
      document.getElementById('content')?.focus({ preventScroll: true })
    }
  }, [path])
}
