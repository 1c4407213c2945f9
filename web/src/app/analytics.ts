import { config } from './config'
import * as storage from './storage'
import { decodeToken } from './token'

/** What happens on the screen, told to the tag manager; to nobody while there is none. */

declare global {
  interface Window {
    /** The queue of the tag manager, which makes it when it is loaded. */
    dataLayer?: object[]
  }
}

/** Whether the e-mail inside the stored token belongs to one of the provider's own domains. */
function isBackOffice(): boolean {
  const email = decodeToken(storage.read('token'))?.email ?? ''
  return config().internalDomains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
}

export function track(event: string, facts: Readonly<Record<string, string | number | boolean>>): void {
  window.dataLayer?.push({ event, ...facts, backoffice: isBackOffice() })
}
