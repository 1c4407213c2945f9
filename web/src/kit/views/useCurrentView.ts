import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import * as storage from '../../app/storage'
import type { ListDefinition } from '../list/definition'
import { readSearch } from '../list/search'
import type { TableActions, TableState } from '../list/useList'
import { AS_MADE, isChanged, lookOf, readDefinition, type SavedView } from './definition'
import { useViews } from './server'

export interface CurrentView {
  views: readonly SavedView[] | undefined
  current: SavedView | null
  /** The list is no more what the view says. */
  changed: boolean
  open: (view: SavedView) => void
  /** The list as it was made; `gone` is a view that was just deleted. */
  leave: (gone?: SavedView) => void
  /** The list on the screen is this view now. */
  adopt: (view: SavedView) => void
}

/** `none` in the address keeps the person's usual view away. */
const NONE = 'none'

export function useCurrentView<Row>(
  list: ListDefinition<Row>,
  name: string,
  table: TableState<Row>,
  actions: TableActions,
): CurrentView {
  const t = useT('kit')
  const views = useViews(name)
  const { appliedFilters: state } = table
  const usual = views?.find((view) => view.is_default)
  const current = views?.find(({ id }) => id === state.view) ?? null
  const seen = `list:${list.name}:view` as const

  const open = (view: SavedView) => {
    const found = readDefinition(list, view.definition)
    if (found.dropped.length) showAlert('warning', t('kit.list.dropped', { names: found.dropped.join(', ') }))
    storage.write(seen, view.id)
    actions.look(found.look)
    actions.change({ ...found.state, view: view.id })
  }
  const leave = (gone?: SavedView) => {
    const others = usual && usual.id !== gone?.id
    storage.write(seen, '')
    actions.look(readDefinition(list, AS_MADE).look)
    actions.change({ ...readSearch(list, {}).state, perPage: state.perPage, view: others ? NONE : null })
  }
  const adopt = (view: SavedView) => {
    storage.write(seen, view.id)
    actions.change({ page: state.page, view: view.id })
  }

  useUsual(usual, views !== undefined, open)
  useLinked(views, state.view, {
    // Filters came with the link; columns and look are the view's.
    take: (view) => {
      if (storage.read(seen) === view.id) return
      storage.write(seen, view.id)
      actions.look(readDefinition(list, view.definition).look)
    },
    lost: () => {
      showAlert('warning', t('kit.views.lost'))
      actions.change({ page: state.page, view: null })
    },
  })
  return {
    views,
    current,
    changed: current !== null && isChanged(list, current, state, lookOf(table)),
    open,
    leave,
    adopt,
  }
}

/** A list opened without any filter in its address opens with the view that its person chose for it, once. */
function useUsual(usual: SavedView | undefined, loaded: boolean, open: (view: SavedView) => void): void {
  const plain = Object.keys(useSearch({ strict: false })).length === 0
  const settled = useRef(false)
  useEffect(() => {
    if (settled.current) return
    // Whoever filters before the views are there wants no other filters.
    settled.current = loaded || !plain
    if (loaded && plain && usual) open(usual)
  })
}

interface Linked {
  take: (view: SavedView) => void
  lost: () => void
}

/** A view that the address names: of a link, of a page that was loaded again, or of one that is gone. */
function useLinked(
  views: readonly SavedView[] | undefined,
  wanted: string | null,
  { take, lost }: Linked,
): void {
  const done = useRef<string | null>(null)
  useEffect(() => {
    if (!views || !wanted || wanted === NONE || done.current === wanted) return
    done.current = wanted
    const view = views.find(({ id }) => id === wanted)
    if (view) take(view)
    else lost()
  })
}
