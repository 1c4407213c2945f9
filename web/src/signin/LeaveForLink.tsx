import { useState } from 'react'
import { useT } from '../app/i18n'
import { browser } from '../app/leaving'
import { logout } from '../app/session'
import { Button } from '../ui/Button'
import styles from './SignInPage.module.css'

/** For somebody who is signed in and opens the link of a mail about a forgotten password (readings 53). */
export function LeaveForLink({ onStay }: { onStay: () => void }) {
  const t = useT('login')
  const [leaving, setLeaving] = useState(false)
  function leave() {
    setLeaving(true)
    // The same address once more, without a session.
    void logout(() => browser.reload())
  }
  return (
    <div className={styles.fields}>
      <header>
        <h1 className={styles.title}>{t('login.leave_title')}</h1>
        <p className={styles.subtitle}>{t('login.leave_subtitle')}</p>
      </header>
      <div className={styles.buttons}>
        <Button size="large" wide busy={leaving} onClick={leave}>
          {t('login.leave_submit')}
        </Button>
        <Button variant="ghost" size="large" wide disabled={leaving} onClick={onStay}>
          {t('login.leave_stay')}
        </Button>
      </div>
    </div>
  )
}
