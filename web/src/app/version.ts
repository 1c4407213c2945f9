import { VERSION_POLL } from './constants'
import { browser } from './leaving'
import { createStore } from './store'

/** Whether the server has newer files than those this page runs: the text of the build's manifest, compared. */

const MANIFEST = '/asset-manifest.json'

export const version = createStore({
  /** The manifest as this page first saw it. */
  stored: null as string | null,
  /** The one that a person said yes to, on the way to the reload. */
  accepted: null as string | null,
  offered: false,
})

/** Carries no token and no cookie, so that it keeps no session alive. Null when there is no manifest to be had. */
async function read(): Promise<string | null> {
  try {
    const response = await fetch(MANIFEST, { cache: 'no-store', credentials: 'omit', priority: 'low' })
    const isManifest = response.ok && response.headers.get('Content-Type')?.includes('json')
    return isManifest ? await response.text() : null
  } catch {
    return null
  }
}

export async function checkVersion(): Promise<void> {
  const text = await read()
  if (text === null) return
  const { stored, accepted } = version.get()
  if (stored === null) version.set({ stored: text })
  else version.set({ offered: text !== stored && text !== accepted })
}

export async function upgrade(): Promise<void> {
  const text = await read()
  if (text !== null) version.set({ accepted: text, offered: false })
  browser.reload()
}

/** Looks at once, and then every minute. Gives the function that stops it. */
export function followVersion(): () => void {
  void checkVersion()
  const timer = setInterval(() => void checkVersion(), VERSION_POLL)
  return () => clearInterval(timer)
}
