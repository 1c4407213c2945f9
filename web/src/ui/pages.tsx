import { useEffect } from 'react'
import { useT } from '../app/i18n'
import { browser } from '../app/leaving'
import { useOnline } from '../app/online'
import { Button } from './Button'
import { EmptyState } from './EmptyState'
import styles from './pages.module.css'

/** The plain pages: waiting, refused, missing, failed. */

export function Rendering() {
  const t = useT('common')
  return (
    <p className={styles.rendering} role="status" data-first>
      {t('common.rendering')}
    </p>
  )
}

export function Unauthorized() {
  const t = useT('common')
  return (
    <main className={styles.page}>
      <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')}>
        <ToStart />
      </EmptyState>
    </main>
  )
}

export function NotFound() {
  return (
    <main className={styles.page}>
      <NothingFound />
    </main>
  )
}

/** The same inside a page that has its own main region. */
export function NothingFound() {
  const t = useT('common')
  return (
    <EmptyState code="404" title={t('common.page.not_found')} hint={t('common.page.not_found_hint')}>
      <ToStart />
    </EmptyState>
  )
}

/** When the network came back last; a script that was tried for until then fails only after it. Milliseconds. */
let cameBack = Number.NEGATIVE_INFINITY
addEventListener('online', () => {
  cameBack = performance.now()
})
const JUST_BACK = 10_000

/**
 * A screen whose script did not arrive, or that threw while it was drawn; the browser's console has the error. It comes by
 * itself when the network is back.
 */
export function LoadFailed({ hint }: { hint?: string }) {
  const t = useT('common')
  const online = useOnline()
  useEffect(() => {
    const reload = () => browser.reload()
    if (performance.now() - cameBack < JUST_BACK) reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  return (
    <div className={styles.page} role="alert">
      <EmptyState
        title={t('common.page.failed')}
        hint={online ? (hint ?? t('common.page.failed_hint')) : t('common.Network Error')}
      >
        <Button onClick={() => browser.reload()}>{t('common.action.reload')}</Button>
      </EmptyState>
    </div>
  )
}

function ToStart() {
  const t = useT('common')
  return (
    <Button variant="secondary" onClick={() => location.assign('/')}>
      {t('common.page.to_start')}
    </Button>
  )
}
