import { afterEach } from 'vitest'

afterEach(() => {
  if (typeof document === 'undefined') return
  localStorage.clear()
  document.body.replaceChildren()
})
