import { useNavigate } from '@tanstack/react-router'
import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { linesOf } from '../app/errors'
import { useT } from '../app/i18n'
import { queries } from '../app/queries'
import { logout, renewToken } from '../app/session'
import { showAlert } from '../app/state'
import { useTitle } from '../app/title'
import { Button } from '../ui/Button'
import { EmptyState } from '../ui/EmptyState'
import { ME } from '../viewer/me'
import styles from './Blocked.module.css'

/** For a person without the permission that opens the dashboard. */
export function Blocked() {
  const t = useT('common', 'menu')
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  useTitle(t('menu.blocked.title'))

  async function refresh() {
    setBusy(true)
    try {
      await renewToken()
      await queries.refetchQueries({ queryKey: ME })
      await navigate({ to: '/dashboard' })
    } catch (failure) {
      showAlert('error', linesOf(t, failure))
    } finally {
      setBusy(false)
    }
  }

  return (
    <main className={styles.page}>
      <EmptyState
        icon={<LockKeyhole size={20} />}
        title={t('menu.blocked.title')}
        hint={t('menu.blocked.hint')}
      >
        <Button variant="secondary" onClick={() => void logout()}>
          {t('menu.blocked.to_login')}
        </Button>
        <Button busy={busy} onClick={() => void refresh()}>
          {t('menu.blocked.refresh')}
        </Button>
      </EmptyState>
    </main>
  )
}
