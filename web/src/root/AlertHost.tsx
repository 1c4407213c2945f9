import { lazy, Suspense } from 'react'
import { type AlertState, alert, closeAlert } from '../app/state'
import { useStore } from '../app/store'
import { Toast } from '../ui/Toast'

const AlertModal = lazy(() => import('./AlertModal'))

/** One number for each alert: what counts down in one has not counted in the next. */
const keys = new WeakMap<AlertState, number>()
let made = 0
function keyOf(shown: AlertState): number {
  const key = keys.get(shown) ?? ++made
  keys.set(shown, key)
  return key
}

/** Shows the alert of the store: a modal when it is full-screen, a toast otherwise. */
export function AlertHost() {
  const current = useStore(alert, (state) => state)
  return (
    <>
      <Toast alert={current.fullScreen ? null : current} onClose={closeAlert} />
      <Suspense>
        {current.fullScreen && current.state !== 'closed' && (
          <AlertModal key={keyOf(current)} alert={current} />
        )}
      </Suspense>
    </>
  )
}
