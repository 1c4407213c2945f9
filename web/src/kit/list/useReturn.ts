import { useLocation } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import type { Cursor } from './cursor'
import { keepPlace, type Place, readPlace } from './place'

interface Loaded {
  ids: readonly string[]
  /** The rows on the screen are still those of the previous query. */
  awaited: boolean
  /** Whether rows follow the last one, and what loads them; null while that is under way. */
  hasMore: boolean
  more: (() => void) | null
  cursor: Cursor
}

/** Going back to a list restores its rows, scroll position and focused row. The URL keeps the rest. */
export function useReturn({ ids, awaited, hasMore, more, cursor }: Loaded): void {
  const entry = useLocation({ select: ({ state, href }) => state.__TSR_key ?? href })
  const wanted = useRef<{ entry: string; place: Place | null }>({ entry: '', place: null })
  useLayoutEffect(() => {
    if (wanted.current.entry !== entry) wanted.current = { entry, place: readPlace(entry) }
    const { place } = wanted.current
    if (!place || awaited) return
    if (hasMore && ids.length < place.count) {
      more?.()
      return
    }
    wanted.current.place = null
    window.scrollTo({ top: place.y })
    if (place.row !== null && ids.includes(place.row)) {
      cursor.set({ row: place.row, take: {} })
    }
  }, [entry, awaited, hasMore, more, ids, cursor])

  const count = useRef(0)
  useLayoutEffect(() => {
    count.current = ids.length
  }, [ids])
  useLayoutEffect(() => {
    const keep = () => {
      const row = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row ?? null
      keepPlace(entry, { y: window.scrollY, count: count.current, row })
    }
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [entry])
}
