import { WifiOff } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useT } from '../app/i18n'
import { useOnline } from '../app/online'
import { useStore } from '../app/store'
import { version } from '../app/version'
import { CookieBanner } from './CookieBanner'
import styles from './Notices.module.css'

const NewVersion = lazy(() => import('./NewVersion'))

/** What stands at the bottom of every page until somebody answers it. */
export function Notices() {
  const offered = useStore(version, (state) => state.offered)
  return (
    <div className={styles.notices}>
      {/* Always there: what appears inside a region that is known already is read aloud. */}
      <div role="status">
        <Suspense>{offered && <NewVersion />}</Suspense>
        <Offline />
      </div>
      <CookieBanner />
    </div>
  )
}

/** Not loaded when it is needed: nothing can be then. What waits for an answer goes on by itself when the network is back. */
function Offline() {
  const t = useT('common')
  if (useOnline()) return null
  return (
    <p className={styles.chip}>
      <WifiOff size={18} strokeWidth={1.75} aria-hidden />
      {t('common.offline')}
    </p>
  )
}
