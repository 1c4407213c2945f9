import { createStore } from '../store'

/** Values that are set from outside, by name: a port, and what the rest of the web reads. */

/** From the service, from DEFAULTS, or, where there is neither, an empty text. */
export type Source = 'remote' | 'default' | 'static'

export interface RemoteValue {
  text: string
  source: Source
}

export type FetchStatus = 'no-fetch-yet' | 'success' | 'failure' | 'throttle'

/** A service of such values; firebase.ts is one. */
export interface RemoteConfigService {
  /** Fetches, unless that was done within the minimum interval, and puts what came into effect. Throws when it failed. */
  refresh: () => Promise<void>
  status: () => FetchStatus
  values: () => Record<string, RemoteValue>
}

/** What holds for a name while nothing came from outside. Whoever reads a name writes its default here. */
export const DEFAULTS: Readonly<Record<string, string>> = {}

interface State {
  status: FetchStatus
  values: Readonly<Record<string, RemoteValue>>
}

export const remoteConfig = createStore<State>({ status: 'no-fetch-yet', values: {} })

export function remoteValue(name: string): RemoteValue {
  const { values } = remoteConfig.get()
  if (Object.hasOwn(values, name)) return values[name]!
  return Object.hasOwn(DEFAULTS, name)
    ? { text: DEFAULTS[name]!, source: 'default' }
    : { text: '', source: 'static' }
}

/**
 * Takes the values of a service: those of the last visit at once, then fresh ones, and again whenever the person comes
 * back to this tab. The service keeps the minimum interval. Returns a way to stop.
 */
export async function followRemoteConfig(service: RemoteConfigService): Promise<() => void> {
  let running = false
  const publish = () => remoteConfig.set({ status: service.status(), values: service.values() })

  async function refresh() {
    if (running) return
    running = true
    try {
      await service.refresh()
    } catch {
      // The status says so; the values of before stay.
    } finally {
      running = false
    }
    publish()
  }

  const onVisible = () => {
    if (document.visibilityState === 'visible') void refresh()
  }
  document.addEventListener('visibilitychange', onVisible)
  publish()
  await refresh()
  return () => document.removeEventListener('visibilitychange', onVisible)
}
