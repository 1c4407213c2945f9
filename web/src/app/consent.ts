import * as storage from './storage'

/** Whether this browser's person has accepted the cookie banner; nothing that asks for consent loads before. */

const KEY = 'acceptCookie'
const listeners = new Set<() => void>()

export function accepted(): boolean {
  return storage.read(KEY) === 'true'
}

/** Accepts for good. Whoever waits is told once. */
export function accept(): void {
  storage.write(KEY, 'true')
  tell()
}

/** Calls `listener` once: at once when it is accepted already, else when it is, here or in another tab. Returns a way to stop waiting. */
export function onAccepted(listener: () => void): () => void {
  if (accepted()) {
    listener()
    return () => undefined
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell(): void {
  const waiting = [...listeners]
  listeners.clear()
  for (const listener of waiting) listener()
}

globalThis.addEventListener?.('storage', () => {
  if (accepted()) tell()
})
