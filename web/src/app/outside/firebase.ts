import { initializeApp } from '@firebase/app'
import {
  ensureInitialized,
  fetchAndActivate,
  getAll,
  getRemoteConfig,
  isSupported,
  setLogLevel,
} from '@firebase/remote-config'
import type { Config } from '../config'
import { REMOTE_CONFIG_MIN_INTERVAL, REMOTE_CONFIG_TIMEOUT } from '../constants'
import { DEFAULTS, type RemoteConfigService } from './remoteConfig'

/**
 * Remote config by the Firebase SDK. It registers an installation, fetches with its token, and reads the states of the
 * answer: unspecified is 500, no change 304, no template or an empty config an empty config.
 *
 * Throws where the browser cannot keep an installation.
 */
export async function connect(
  project: NonNullable<Config['outside']['remoteConfig']>,
): Promise<RemoteConfigService> {
  if (!(await isSupported())) throw new Error('This browser has no place to keep an installation')
  const service = getRemoteConfig(initializeApp(project))
  setLogLevel(service, 'silent')
  service.settings.minimumFetchIntervalMillis = REMOTE_CONFIG_MIN_INTERVAL
  service.settings.fetchTimeoutMillis = REMOTE_CONFIG_TIMEOUT
  service.defaultConfig = { ...DEFAULTS }
  await ensureInitialized(service)
  return {
    refresh: async () => void (await fetchAndActivate(service)),
    status: () => service.lastFetchStatus,
    values: () =>
      Object.fromEntries(
        Object.entries(getAll(service)).map(([name, value]) => [
          name,
          { text: value.asString(), source: value.getSource() },
        ]),
      ),
  }
}
