import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ENTRIES, type Entry, isVisible } from '../app/entries'
import { GO, isGo, isShortcut } from '../app/shortcuts'
import type { User } from '../app/state'
import { neighbour } from '../kit/list/around'
import { useViewer } from '../viewer/viewer'

/** Screens of the menu by the key that follows G. */
const PLACES: Readonly<Record<string, string>> = {
  o: '/dashboard',
  h: '/dashboard/account/transactions-history/list',
  w: '/dashboard/account/transfers/list',
  p: '/dashboard/payin/payments/list',
  r: '/dashboard/payin/payments/list-subscription',
  y: '/dashboard/payouts/payments/list',
  a: '/dashboard/settings/double-approval',
  u: '/dashboard/settings/access-control/users',
}
/** Milliseconds within which the second key follows the first. */
const SOON = 1500

export interface GoTo {
  key: string
  entry: Entry
}

/** The screens that this person may go to by two keys. */
export function useGoTo(user: User): GoTo[] {
  const viewer = useViewer(user)
  return Object.entries(PLACES).flatMap(([key, path]) => {
    const entry = ENTRIES.find((each) => each.path.replace(/\/$/, '') === path)
    return entry && isVisible(entry, viewer) ? [{ key, entry }] : []
  })
}

/** Listens for G and the key of a screen, for the main button of a page, and for the record beside the open one. */
export function useWays(user: User): void {
  const navigate = useNavigate()
  const places = useGoTo(user)
  const latest = useRef(places)
  useEffect(() => {
    latest.current = places
  }, [places])
  useEffect(() => {
    let pressed = Number.NEGATIVE_INFINITY
    const open = (href: string | null) => {
      if (href === null) return false
      void navigate({ href })
      return true
    }
    const act = (event: KeyboardEvent): boolean => {
      const going = event.timeStamp - pressed < SOON
      pressed = Number.NEGATIVE_INFINITY
      if (going && isGo(event)) {
        const place = latest.current.find(({ key }) => key === event.key.toLowerCase())
        return open(place?.entry.path ?? null)
      }
      if (isShortcut('create', event)) return begin()
      if (isShortcut('nextRecord', event)) return open(neighbour(location.pathname, 1))
      if (isShortcut('previousRecord', event)) return open(neighbour(location.pathname, -1))
      if (isGo(event) && event.key.toLowerCase() === GO) pressed = event.timeStamp
      return false
    }
    const listen = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && act(event)) event.preventDefault()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [navigate])
}

/** Presses the main button of the page's head, where there is one that may be pressed. */
function begin(): boolean {
  const main = document.querySelector<HTMLButtonElement>(
    '#content header button[data-variant=primary]:not(:disabled)',
  )
  main?.click()
  return main !== null
}
