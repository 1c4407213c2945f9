import { useEffect, useRef } from 'react'
import * as storage from './storage'
import { createStore } from './store'

/** Every shortcut of the keyboard: what listens for one and the sheet that lists them read this table. */

export interface Key {
  /** As events name it (`KeyboardEvent.key`). */
  key: string
  /** Together with Ctrl, or ⌘ on a Mac. */
  command?: boolean
}

export interface Shortcut {
  /** Where it works. */
  group: 'everywhere' | 'list' | 'record'
  /** Any of them. */
  keys: readonly Key[]
  /** Key of what it does, in words. */
  label: string
}

const table = {
  palette: { group: 'everywhere', keys: [{ key: 'k', command: true }], label: 'palette.key.palette' },
  sheet: { group: 'everywhere', keys: [{ key: '?' }], label: 'palette.key.sheet' },
  create: { group: 'everywhere', keys: [{ key: 'c' }], label: 'palette.key.create' },
  nextRecord: { group: 'record', keys: [{ key: 'n' }], label: 'palette.key.next_record' },
  previousRecord: { group: 'record', keys: [{ key: 'p' }], label: 'palette.key.previous_record' },
  search: { group: 'list', keys: [{ key: '/' }], label: 'palette.key.search' },
  nextRow: { group: 'list', keys: [{ key: 'ArrowDown' }, { key: 'j' }], label: 'palette.key.next_row' },
  previousRow: { group: 'list', keys: [{ key: 'ArrowUp' }, { key: 'k' }], label: 'palette.key.previous_row' },
  firstRow: { group: 'list', keys: [{ key: 'Home' }], label: 'palette.key.first_row' },
  lastRow: { group: 'list', keys: [{ key: 'End' }], label: 'palette.key.last_row' },
  openRow: { group: 'list', keys: [{ key: 'Enter' }], label: 'palette.key.open_row' },
  openRowAside: {
    group: 'list',
    keys: [{ key: 'Enter', command: true }],
    label: 'palette.key.open_row_aside',
  },
  tickRow: { group: 'list', keys: [{ key: ' ' }], label: 'palette.key.tick_row' },
  clearTicks: { group: 'list', keys: [{ key: 'Escape' }], label: 'palette.key.clear_ticks' },
} satisfies Record<string, Shortcut>

export type ShortcutName = keyof typeof table
export const SHORTCUTS: Readonly<Record<ShortcutName, Shortcut>> = table

/** Whether shortcuts of a single character work (WCAG 2.1.4: who speaks to their computer turns them off). */
export const singleKeys = createStore({ on: storage.read('singleKeys') !== 'off' })

export function setSingleKeys(on: boolean): void {
  storage.write('singleKeys', on ? 'on' : 'off')
  singleKeys.set({ on })
}

/** A character alone. Space stays out: it presses what has the focus, and nothing else. */
export function isSingle({ key, command }: Key): boolean {
  return key.length === 1 && key !== ' ' && !command
}

const TYPING = 'input, textarea, select, [contenteditable]:not([contenteditable=false])'

/** Whether an event is this shortcut. A character that is being typed into a field, or in a window over the page, is none. */
export function isShortcut(name: ShortcutName, event: KeyboardEvent): boolean {
  const held = event.ctrlKey || event.metaKey
  const key = SHORTCUTS[name].keys.find(
    (one) => one.key.toLowerCase() === event.key.toLowerCase() && Boolean(one.command) === held,
  )
  if (!key || event.altKey || event.isComposing) return false
  return !isSingle(key) || isFree(event)
}

/** Whether a single character is meant as a shortcut: they are on, and nobody types. */
function isFree({ target }: KeyboardEvent): boolean {
  const element = target instanceof Element ? target : null
  return singleKeys.get().on && !element?.closest(`${TYPING}, [role=dialog]`)
}

/** Begins the way to a screen; the key of the screen follows. */
export const GO = 'g'

/** Whether a letter may be part of a way to a screen. */
export function isGo(event: KeyboardEvent): boolean {
  const held = event.ctrlKey || event.metaKey || event.altKey || event.isComposing
  return !held && /^[a-z]$/i.test(event.key) && isFree(event)
}

/** Listens on the whole page. */
export function useShortcut(name: ShortcutName, run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  }, [run])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isShortcut(name, event)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [name])
}
