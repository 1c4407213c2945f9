import { lazy, Suspense, useState } from 'react'
import { authentication, type User } from '../app/state'
import { useStore } from '../app/store'
import { mustSetUpTwoFactor } from '../profile/sensitive'

const SensitiveModal = lazy(() => import('../profile/SensitiveModal'))

/** Whether they must, as the server said last: a factor may come to be demanded while a page is open. */
export function useMustSetUp(user: User): boolean {
  const known = useStore(authentication, (state) => state.user)
  return mustSetUpTwoFactor(known ?? user)
}

/** Stands in the way of a sensitive person without a second factor, until the page starts again with one. */
export function SensitiveUser({ user }: { user: User }) {
  const must = useMustSetUp(user)
  // The person is loaded again while their recovery codes are still on the screen.
  const [stays, setStays] = useState(must)
  if (must && !stays) setStays(true)
  return <Suspense>{stays && <SensitiveModal />}</Suspense>
}
