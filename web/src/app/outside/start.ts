import { config } from '../config'
import { onAccepted } from '../consent'

/** Services of others: each only when the server's settings name it, and none before the person has accepted. */

/**
 * Whether this page was opened by the link of a mail: its address holds a secret, which every one of these services
 * would read there. Such a page loads none of them; the next one does.
 */
function holdsSecret(): boolean {
  const search = new URLSearchParams(location.search)
  return search.has('tk') || search.has('ck')
}

/** A service that cannot be loaded is missed by nobody who works here. */
function begin(name: string, start: () => Promise<unknown>): void {
  start().catch((reason: unknown) => console.warn(`${name} could not start`, reason))
}

export function startOutside(): void {
  if (holdsSecret()) return
  const { outside, environment } = config()
  const { errorReporting, tagManager, recording, remoteConfig } = outside
  onAccepted(() => {
    if (errorReporting) {
      begin('Error reporting', async () =>
        (await import('./errorReporting')).startErrorReporting(errorReporting, environment),
      )
    }
    if (tagManager) {
      begin('The tag manager', async () => (await import('./tagManager')).startTagManager(tagManager))
    }
    if (recording) {
      begin('Session recording', async () => (await import('./recording')).startRecording(recording))
    }
    if (remoteConfig) {
      begin('Remote config', async () => {
        const [{ connect }, { followRemoteConfig }] = await Promise.all([
          import('./firebase'),
          import('./remoteConfig'),
        ])
        await followRemoteConfig(await connect(remoteConfig))
      })
    }
  })
}
