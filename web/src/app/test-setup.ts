import { afterEach, beforeEach, vi } from 'vitest'

// Files share their process, the page and the libraries in it, which take longest to read. What is ours each of them reads anew,
// and begins at the address where a page begins.
vi.resetModules()
if (typeof document !== 'undefined') history.replaceState(null, '', '/')

// jsdom draws frames by an interval that begins when one is asked for. Begun under the fake clock of a test (jsdom asks for one itself
// when the focus is gone) it would stand still for good, and so would every frame of the tests after it. One frame is always asked for,
// so it begins here, once a page.
if (typeof document !== 'undefined' && !Reflect.has(document, 'keepsFrames')) {
  const ask = globalThis.requestAnimationFrame
  const keep = () => void ask(keep)
  Reflect.set(document, 'keepsFrames', true)
  keep()
}

/** A busy machine is slow, not wrong: by itself a wait gives up after one second. */
const PATIENCE_MS = 10_000

const { waitFor } = vi
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })

beforeEach(async () => {
  if (typeof document === 'undefined') return
  const { browser } = await import('./leaving')
  const stays = () => undefined
  Object.assign(browser, { toSignIn: stays, reload: stays })
  // The page that the test before left is another one.
  dispatchEvent(new Event('pageshow'))
})

afterEach(() => {
  if (typeof document === 'undefined') return
  localStorage.clear()
  document.body.replaceChildren()
})
