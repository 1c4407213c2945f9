import type { ErrorComponentProps } from '@tanstack/react-router'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { useT } from './i18n'
import styles from './pages.module.css'

/** The plain pages: waiting, refused, missing, failed. */

export function Rendering() {
  const t = useT('common')
  return (
    <p className={styles.rendering} role="status">
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

/** A screen whose script did not arrive, or that threw while it was drawn. */
export function LoadFailed({ error }: Pick<ErrorComponentProps, 'error'>) {
  const hint = error instanceof Error ? error.message : String(error)
  const t = useT('common')
  return (
    <main className={styles.page} role="alert">
      <EmptyState title={t('common.page.failed')} hint={hint}>
        <Button onClick={() => location.reload()}>{t('common.action.reload')}</Button>
      </EmptyState>
    </main>
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
