import { type RefObject, useEffect, useRef } from 'react'

/** For what takes the place of the button that was pressed: the keyboard, and what is read aloud, go on there. */
export function useFocusHere<E extends HTMLElement>(): RefObject<E | null> {
  const place = useRef<E>(null)
  useEffect(() => place.current?.focus({ preventScroll: true }), [])
  return place
}
