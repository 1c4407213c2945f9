import { useBlocker } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { isSignedIn } from '../app/session'

const LeaveQuestion = lazy(() => import('./modal/LeaveQuestion'))

export interface LeaveGuard {
  /** To be drawn where the guard is used: the question, while it is asked. */
  question: ReactNode
  /** Does what would lose the work: at once where there is none to lose, else after a yes. */
  ask: (leave: () => void) => void
  /** The work is safe now: nothing is asked from here on, until there is something to lose anew. */
  release: () => void
}

interface Move {
  current: { pathname: string }
  next: { pathname: string }
}

const isAnotherPage = ({ current, next }: Move) => current.pathname !== next.pathname

/**
 * Asks before a person leaves the screen while there is something to lose: by a link, by the browser's back button, and, in
 * the browser's own words, by closing the tab. A change of the query alone is no leaving.
 */
export function useLeaveGuard(
  guarded: boolean,
  words: 'unsaved' | 'dangerous' = 'unsaved',
  isLeaving: (move: Move) => boolean = isAnotherPage,
): LeaveGuard {
  const released = useRef(false)
  const [waiting, setWaiting] = useState<(() => void) | null>(null)
  if (!guarded) released.current = false

  const shouldBlockFn = useCallback((move: Move) => !released.current && isLeaving(move), [isLeaving])
  // Where the session has ended nothing can be saved any more: what was typed waits for the person to be back.
  const enableBeforeUnload = useCallback(() => !released.current && isSignedIn(), [])
  const blocker = useBlocker({ shouldBlockFn, enableBeforeUnload, disabled: !guarded, withResolver: true })

  const release = () => {
    released.current = true
  }
  const blocked = blocker.status === 'blocked'
  const stay = () => {
    setWaiting(null)
    if (blocked) blocker.reset()
  }
  const leave = () => {
    setWaiting(null)
    if (blocked) blocker.proceed()
    waiting?.()
  }
  return {
    question: (
      <Suspense>
        {(blocked || waiting !== null) && <LeaveQuestion words={words} onLeave={leave} onStay={stay} />}
      </Suspense>
    ),
    ask: (then) => (guarded && !released.current ? setWaiting(() => then) : then()),
    release,
  }
}
