import { lazy, Suspense, useState } from 'react'
import type { User } from '../app/state'
import { mustSetUpTwoFactor } from '../profile/sensitive'

const SensitiveModal = lazy(() => import('../profile/SensitiveModal'))

/** Stands in the way of a sensitive person without a second factor, until the page starts again with one. */
export function SensitiveUser({ user }: { user: User }) {
  const must = mustSetUpTwoFactor(user)
  // The person is loaded again while their recovery codes are still on the screen.
  const [stays, setStays] = useState(must)
  if (must && !stays) setStays(true)
  return <Suspense>{stays && <SensitiveModal />}</Suspense>
}
