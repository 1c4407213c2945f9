/** Says something to those who hear the page, without moving anything for those who see it. */

import styles from './hidden.module.css'

let region: HTMLElement | null = null

/** The region must stand before its text does, or nothing is read. */
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
