import { afterEach } from 'vitest'

// Tells React that tests wait for what it draws.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

afterEach(() => {
  if (typeof document === 'undefined') return
  localStorage.clear()
  document.body.replaceChildren()
})
