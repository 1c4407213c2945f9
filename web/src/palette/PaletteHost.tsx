import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { entryFor } from '../app/entries'
import { useShortcut } from '../app/shortcuts'
import type { User } from '../app/state'
import { useStore } from '../app/store'
import { useWays } from './goTo'
import { rememberScreen } from './recent'
import { palette, show } from './state'

const Palette = lazy(() => import('./Palette'))
const Sheet = lazy(() => import('./Sheet'))
const NewCharge = lazy(() => import('../payin/commands/NewCharge'))

/** Whether a window stands over the page: what it asks for comes first. */
function isCovered(): boolean {
  return Boolean(document.getElementById('content')?.closest('[aria-hidden=true]'))
}

/** Listens for the shortcuts that work everywhere, and shows the window that was asked for; its code comes when it first opens. */
export function PaletteHost({ user }: { user: User }) {
  const open = useStore(palette, (state) => state.open)
  const current = entryFor(useLocation({ select: ({ pathname }) => pathname }))?.path
  useEffect(() => {
    if (current) rememberScreen(current)
  }, [current])
  useEffect(() => () => show(null), [])
  useShortcut('palette', () => {
    if (open === 'palette') show(null)
    else if (!isCovered()) show('palette')
  })
  useShortcut('sheet', () => {
    if (!isCovered()) show('sheet')
  })

  useWays(user)

  const close = () => show(null)
  return (
    <Suspense>
      {open === 'palette' && <Palette user={user} onClose={close} />}
      {open === 'sheet' && <Sheet user={user} onClose={close} />}
      {open === 'newCharge' && <NewCharge onClose={close} />}
    </Suspense>
  )
}
