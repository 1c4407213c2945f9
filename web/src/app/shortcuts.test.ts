import { afterEach, describe, expect, it } from 'vitest'
import { isShortcut, isSingle, SHORTCUTS, setSingleKeys } from './shortcuts'

const on = (element: HTMLElement, init: KeyboardEventInit) => {
  document.body.append(element)
  const event = new KeyboardEvent('keydown', { bubbles: true, ...init })
  element.dispatchEvent(event)
  return event
}
const made = (tag: string, role?: string) => {
  const element = document.createElement(tag)
  if (role) element.setAttribute('role', role)
  return element
}

afterEach(() => setSingleKeys(true))

describe('a shortcut', () => {
  it('with Ctrl or ⌘ works everywhere, in a field too', () => {
    expect(isShortcut('palette', on(made('input'), { key: 'k', ctrlKey: true }))).toBe(true)
    expect(isShortcut('palette', on(made('div'), { key: 'K', metaKey: true }))).toBe(true)
    expect(isShortcut('palette', on(made('div'), { key: 'k' }))).toBe(false)
    expect(isShortcut('palette', on(made('div'), { key: 'k', ctrlKey: true, altKey: true }))).toBe(false)
  })

  it('of a single character is none while somebody types, or in a window over the page', () => {
    expect(isShortcut('sheet', on(made('div'), { key: '?', shiftKey: true }))).toBe(true)
    for (const tag of ['input', 'textarea', 'select'])
      expect(isShortcut('sheet', on(made(tag), { key: '?' }))).toBe(false)
    expect(isShortcut('search', on(made('div', 'dialog'), { key: '/' }))).toBe(false)
  })

  it('of a single character can be turned off, which this browser remembers', () => {
    setSingleKeys(false)
    expect(localStorage.getItem('singleKeys')).toBe('off')
    expect(isShortcut('search', on(made('div'), { key: '/' }))).toBe(false)
    expect(isShortcut('palette', on(made('div'), { key: 'k', ctrlKey: true }))).toBe(true)
    expect(isShortcut('nextRow', on(made('div'), { key: 'ArrowDown' }))).toBe(true)
    expect(isShortcut('nextRow', on(made('div'), { key: 'j' }))).toBe(false)
  })

  it('is told apart from its like by Ctrl', () => {
    const event = on(made('div'), { key: 'Enter', ctrlKey: true })
    expect([isShortcut('openRow', event), isShortcut('openRowAside', event)]).toEqual([false, true])
  })
})

it('no two shortcuts of the same place are the same keys', () => {
  const all = Object.values(SHORTCUTS).flatMap(({ keys }) => keys.map((key) => JSON.stringify(key)))
  expect(new Set(all).size).toBe(all.length)
  expect(isSingle({ key: ' ' })).toBe(false)
})
