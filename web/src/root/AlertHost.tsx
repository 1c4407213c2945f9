import { lazy, Suspense } from 'react'
import { alert, closeAlert } from '../app/state'
import { useStore } from '../app/store'
import { Toast } from '../ui/Toast'

const AlertModal = lazy(() => import('./AlertModal'))

/** Shows the alert of the store: a modal when it is full-screen, a toast otherwise. */
export function AlertHost() {
  const current = useStore(alert, (state) => state)
  return (
    <>
      <Toast alert={current.fullScreen ? null : current} onClose={closeAlert} />
      <Suspense>
        {current.fullScreen && current.state !== 'closed' && <AlertModal alert={current} />}
      </Suspense>
    </>
  )
}
