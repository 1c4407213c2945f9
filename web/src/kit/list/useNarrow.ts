import { useSyncExternalStore } from 'react'
import { CARDS_BELOW, MOBILE_BREAKPOINT } from '../../app/constants'

const narrow = typeof matchMedia === 'undefined' ? null : matchMedia(`(width < ${MOBILE_BREAKPOINT}px)`)

function subscribe(listener: () => void): () => void {
  narrow?.addEventListener('change', listener)
  return () => narrow?.removeEventListener('change', listener)
}

/** Whether this is a phone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow?.matches ?? false)
}

const cards = typeof matchMedia === 'undefined' ? null : matchMedia(`(width < ${CARDS_BELOW}px)`)

function subscribeCards(listener: () => void): () => void {
  cards?.addEventListener('change', listener)
  return () => cards?.removeEventListener('change', listener)
}

/** Whether a list shows its rows as cards: where a table would have to cut or hide too much. */
export function useCards(): boolean {
  return useSyncExternalStore(subscribeCards, () => cards?.matches ?? false)
}
