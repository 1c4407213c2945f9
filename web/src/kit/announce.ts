/** Announces something to screen readers without changing what is seen. */

import styles from './hidden.module.css'

let region: HTMLElement | null = null

/** The live region has to exist before its text changes, or nothing is read out. */
function liveRegion(): HTMLElement {
  if (!region?.isConnected) {
    region = document.createElement('div')
    region.setAttribute('role', 'status')
    region.setAttribute('aria-live', 'polite')
    region.className = styles.hidden ?? ''
    document.body.append(region)
  }
  return region
}

export function announce(text: string): void {
  const place = liveRegion()
  place.textContent = ''
  setTimeout(() => {
    place.textContent = text
  }, 50)
}
