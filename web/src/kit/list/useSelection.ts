import { useCallback, useMemo, useRef, useState } from 'react'
import { createStore } from '../../app/store'
import { between, NOTHING, type RowsById, type SelectionStore, select } from './selection'

export interface SelectActions {
  /** Ticks or unticks a row; `extend`, with all between it and the row before. */
  row: (id: string, on: boolean, extend: boolean) => void
  /** Ticks or unticks every row on the screen. */
  loaded: (on: boolean) => void
  /** Ticks all that match the filters. */
  matching: (count: number) => void
  clear: () => void
}

/**
 * The selection of a list. `filters` names what the list is narrowed by: under other filters nothing is ticked. `loaded`
 * are the rows on the screen, in its order.
 */
export function useSelection(filters: string, loaded: RowsById): [SelectionStore, SelectActions] {
  const [of, setOf] = useState(filters)
  const [store, setStore] = useState(emptyStore)
  if (of !== filters) {
    setOf(filters)
    setStore(emptyStore)
  }
  const last = useRef<string | null>(null)

  const clear = useCallback(() => {
    last.current = null
    store.set({ selection: NOTHING })
  }, [store])
  const actions = useMemo<SelectActions>(() => {
    const tick = (ids: readonly string[], on: boolean) =>
      store.set({ selection: select(store.get().selection, { type: 'rows', ids, on, loaded }) })
    return {
      row: (id, on, extend) => {
        tick(extend ? between([...loaded.keys()], last.current, id) : [id], on)
        last.current = id
      },
      loaded: (on) => tick([...loaded.keys()], on),
      matching: (count) =>
        store.set({ selection: select(store.get().selection, { type: 'matching', count }) }),
      clear,
    }
  }, [store, loaded, clear])
  return [store, actions]
}

const emptyStore = (): SelectionStore => createStore({ selection: NOTHING })
