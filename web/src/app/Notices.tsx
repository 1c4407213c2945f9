import { lazy, Suspense } from 'react'
import { CookieBanner } from './CookieBanner'
import styles from './Notices.module.css'
import { useStore } from './store'
import { version } from './version'

const NewVersion = lazy(() => import('./NewVersion'))

/** What stands at the bottom of every page until somebody answers it. */
export function Notices() {
  const offered = useStore(version, (state) => state.offered)
  return (
    <div className={styles.notices}>
      {/* Always there: what appears inside a region that is known already is read aloud. */}
      <div role="status">
        <Suspense>{offered && <NewVersion />}</Suspense>
      </div>
      <CookieBanner />
    </div>
  )
}
