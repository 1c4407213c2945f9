import { useEffect, useRef } from 'react'

/**
 * The keyboard, and what is read aloud, go on in the content where what they stood on went away: with the page before, or
 * as a button that a Command has left nothing to do. What a page focuses by itself comes first.
 */
export function useFocusContent(path: string): void {
  const before = useRef(path)
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    if (document.activeElement === document.body) focusContent()
  }, [path])

  useEffect(() => {
    const content = document.getElementById('content')
    // Where the keyboard is already, when this begins to look.
    let stood: Node | null = content?.contains(document.activeElement) ? document.activeElement : null
    const stand = ({ target }: FocusEvent) => {
      stood = target as Node
    }
    // The page before may stand for a while after the address is the next one's.
    const leaving = new MutationObserver(() => {
      if (!stood || stood.isConnected) return
      stood = null
      if (document.activeElement === document.body) focusContent()
    })
    content?.addEventListener('focusin', stand)
    if (content) leaving.observe(content, { childList: true, subtree: true })
    return () => {
      content?.removeEventListener('focusin', stand)
      leaving.disconnect()
    }
  }, [])
}

const focusContent = () => document.getElementById('content')?.focus({ preventScroll: true })
