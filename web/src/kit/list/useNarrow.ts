import { useSyncExternalStore } from 'react'
import { MOBILE_BREAKPOINT } from '../../app/constants'

const narrow = typeof matchMedia === 'undefined' ? null : matchMedia(`(width < ${MOBILE_BREAKPOINT}px)`)

function subscribe(listener: () => void): () => void {
  narrow?.addEventListener('change', listener)
  return () => narrow?.removeEventListener('change', listener)
}

/** Whether this is a phone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow?.matches ?? false)
}
