import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { CallError } from '../../app/errors'
import { useT } from '../../app/i18n'
import { setForceViewMainFilter, settings, showAlert } from '../../app/state'
import { useStore } from '../../app/store'
import { type Facets, useFacets } from '../facets/useFacets'
import type { ListDefinition } from './definition'
import { type ListState, narrowing, readSearch, type Search, writeSearch } from './search'
import type { SelectionStore } from './selection'
import { useRows } from './useRows'
import { type SelectActions, useSelection } from './useSelection'
import { type Density, keepView, type ListView, MODES, readView, shownColumns, type ViewMode } from './view'

/** The state of a list that is on the screen, under the names of the specification's section 3. */
export interface TableState<Row> {
  identifier: string
  results: readonly Row[]
  /** Their ids. */
  ids: readonly string[]
  appliedFilters: ListState
  /** Null until the first answer. */
  totalItems: number | null
  totalEstimated: boolean
  totalPages: number
  /** Sums of all matching rows by money column; undefined until known, and if nothing is summed. */
  summary: Facets['total'] | undefined
  selectedItems: SelectionStore
  hasNext: boolean
  /** Continuous: whether rows follow the last one. */
  hasMore: boolean
  /** The first answer is awaited; there is nothing to show yet. */
  loading: boolean
  /** Rows of another page or filter stand there while the asked ones come. */
  refreshing: boolean
  failure: Error | null
  /** Whether a phone shows the filters; the store's `forceViewMainFilter` opens them from elsewhere. */
  filterOpen: boolean
  viewSettings: {
    /** Whether the person chose columns of their own. */
    changed: boolean
    mode: ViewMode
    /** Whether the window in which they are chosen is open. */
    show: boolean
    modesAvailable: readonly ViewMode[]
    density: Density
    /** In the order of the screen. */
    shownColumns: string[]
    remainingColumns: string[]
  }
}

export interface TableActions {
  /** Changes part of the state, in the address; every change but that of the page goes back to page 1. */
  change: (part: Partial<ListState>) => void
  select: SelectActions
  /** Changes how the list looks to this person. */
  look: (part: Partial<ListView>) => void
  /** Told when the window of the view opens or closes. */
  showView: (open: boolean) => void
  openFilters: (open: boolean) => void
  retry: () => void
  /** Continuous: loads on; null when there is nothing more, or it is on its way. */
  more: (() => void) | null
}

const NO_ROWS: never[] = []

export function useList<Row>(list: ListDefinition<Row>): [TableState<Row>, TableActions] {
  const [view, setView] = useState(() => readView(list))
  const [show, showView] = useState(false)
  const [filterOpen, openFilters] = useFilterOpen()
  const look = (part: Partial<ListView>) => {
    const next = { ...view, ...part }
    keepView(list, next)
    setView(next)
  }
  const [state, change] = useListState(list, view.perPage, (perPage) => look({ perPage }))
  const rows = useRows(list, state, view.mode)
  const { page, failure } = rows
  useDropRefused(failure, state, change)

  const results = page?.rows ?? NO_ROWS
  const loaded = useMemo(() => new Map(results.map((row) => [list.rowKey(row), row])), [results, list])
  const ids = useMemo(() => [...loaded.keys()], [loaded])
  const [selectedItems, select] = useSelection(narrowing(list, state), loaded)

  const keys = useMemo(() => shownColumns(list, view.columns), [list, view.columns])
  const isMoney = list.columns.some(({ key, kind }) => kind === 'money' && keys.includes(key))
  const summary = useFacets(list, state, { wanted: isMoney && page !== undefined && !page.estimated })?.total
  const table: TableState<Row> = {
    identifier: list.name,
    results,
    ids,
    appliedFilters: state,
    totalItems: page?.total ?? null,
    totalEstimated: page?.estimated ?? false,
    totalPages: page?.pages ?? 1,
    summary: isMoney && !page?.estimated ? summary : undefined,
    selectedItems,
    hasNext: page?.hasNext ?? false,
    hasMore: Boolean(page?.cursor),
    loading: rows.loading,
    refreshing: rows.refreshing,
    failure,
    filterOpen,
    viewSettings: {
      changed: view.columns !== null,
      mode: view.mode,
      show,
      modesAvailable: MODES,
      density: view.density,
      shownColumns: keys,
      remainingColumns: list.columns.map(({ key }) => key).filter((key) => !keys.includes(key as never)),
    },
  }
  return [table, { change, select, look, showView, openFilters, retry: rows.retry, more: rows.more }]
}

function useFilterOpen(): [boolean, TableActions['openFilters']] {
  const forced = useStore(settings, ({ forceViewMainFilter }) => forceViewMainFilter)
  const [open, setOpen] = useState(false)
  const change = (next: boolean) => {
    setOpen(next)
    if (!next) setForceViewMainFilter(false)
  }
  return [open || forced, change]
}

/** The state that the address holds. What means nothing to this list leaves the address, and a message says so. */
function useListState<Row>(
  list: ListDefinition<Row>,
  preferred: number,
  keepPerPage: (perPage: number) => void,
): [ListState, TableActions['change']] {
  const t = useT('kit')
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const { state, dropped } = useMemo(() => readSearch(list, search, preferred), [list, search, preferred])

  const go = useCallback(
    (next: ListState, perPage: number, replace: boolean) =>
      void navigate({ to: '.', search: writeSearch(list, next, perPage) as never, replace }),
    [navigate, list],
  )

  const names = dropped.join(', ')
  useEffect(() => {
    if (!names) return
    showAlert('warning', t('kit.list.dropped', { names }))
    go(state, preferred, true)
  }, [names, state, preferred, go, t])

  const change = (part: Partial<ListState>) => {
    const perPage = part.perPage ?? preferred
    if (perPage !== preferred) keepPerPage(perPage)
    go({ ...state, page: 1, ...part }, perPage, part.search !== undefined && state.search !== '')
  }
  return [state, change]
}

/** A column's value that the server finds meaningless is dropped as an unknown name is. */
function useDropRefused(error: Error | null, state: ListState, change: TableActions['change']): void {
  const t = useT('kit')
  useEffect(() => {
    const message = error instanceof CallError && error.status === 400 ? error.info.message : null
    if (!message || typeof message === 'string') return
    const refused = Object.keys(message).filter((name) => name in state.equals)
    if (!refused.length) return
    const equals = Object.fromEntries(
      Object.entries(state.equals).filter(([name]) => !refused.includes(name)),
    )
    showAlert('warning', t('kit.list.dropped', { names: refused.join(', ') }))
    change({ equals })
  }, [error, state, change, t])
}
