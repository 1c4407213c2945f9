import { afterEach, beforeEach } from 'vitest'

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
