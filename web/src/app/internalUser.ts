import { config } from './config'
import { onAccepted } from './consent'

/**
 * Marks this browser as one of the provider's own people, for the analytics: at a sign-in whose e-mail contains one of the
 * internal domains, once cookies are accepted. The mark ends with the browser; the next sign-in sets it again.
 */
export function markInternalUser(email: string): void {
  const address = email.toLowerCase()
  if (!config().internalCookieDomains.some((domain) => address.includes(domain))) return
  onAccepted(() => {
    const secure = location.protocol === 'https:' ? '; Secure' : ''
    document.cookie = `gtm_internal_user=internal; Path=/; SameSite=Lax${secure}`
  })
}
