import { queries } from '../../app/queries'
import { NOTIFICATIONS } from './feed'

/** What is read in one tab is read in all of them. */

const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('notifications-read')

/** Everything here that shows notifications asks for them again. */
export function reload(): Promise<void> {
  return queries.invalidateQueries({ queryKey: [NOTIFICATIONS] })
}

export function tellOtherTabs(): void {
  channel?.postMessage('read')
}

/** Gives the function that stops it. */
export function followOtherTabs(): () => void {
  const listen = () => void reload()
  channel?.addEventListener('message', listen)
  return () => channel?.removeEventListener('message', listen)
}
