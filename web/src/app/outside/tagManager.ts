import { loadScript } from '../script'

/** The nonce that the server gave this page's policy; browsers hide it from the attribute, not from the property. */
function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
}

/** Google Tag Manager. It hands the nonce on to the scripts of its tags. */
export async function startTagManager(id: string): Promise<void> {
  window.dataLayer = [{ 'gtm.start': Date.now(), event: 'gtm.js' }]
  try {
    await loadScript(`https://www.googletagmanager.com/gtm.js?id=${encodeURIComponent(id)}`, pageNonce())
  } catch (reason) {
    // Nobody would ever empty the queue.
    delete window.dataLayer
    throw reason
  }
}
