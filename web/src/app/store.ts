import { useSyncExternalStore } from 'react'

export interface Store<S> {
  get: () => S
  /** Merges a part into the state and tells every listener; equal values tell nobody. */
  set: (part: Partial<S>) => void
  subscribe: (listener: () => void) => () => void
}

export function createStore<S extends object>(initial: S): Store<S> {
  let state = initial
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(part) {
      const changed = (Object.keys(part) as (keyof S)[]).some((key) => !Object.is(state[key], part[key]))
      if (!changed) return
      state = { ...state, ...part }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Reads a part of a store; the component renders again only when that part changes. The selector must not build new objects. */
export function useStore<S extends object, P>(store: Store<S>, select: (state: S) => P): P {
  return useSyncExternalStore(store.subscribe, () => select(store.get()))
}
