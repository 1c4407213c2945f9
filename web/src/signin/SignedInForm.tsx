import { useState } from 'react'
import { useT } from '../app/i18n'
import { browser } from '../app/leaving'
import { logout } from '../app/session'
import { Button } from '../ui/Button'
import styles from './SignInPage.module.css'

interface SignedInFormProps {
  /** The token of the mail. */
  token: string
  /** Who is signed in in this browser; it may be somebody else than the link was sent to. */
  email: string
  onStay: () => void
}

/** A link for a forgotten password where somebody is signed in: it is followed after that session has ended. */
export function SignedInForm({ token, email, onStay }: SignedInFormProps) {
  const t = useT('common', 'login')
  const [leaving, setLeaving] = useState(false)
  async function leave() {
    setLeaving(true)
    await logout()
    browser.open(`/?tk=${encodeURIComponent(token)}`)
  }
  return (
    <div className={styles.fields}>
      <header>
        <h1 className={styles.title}>{t('login.signed_in_title')}</h1>
        <p className={styles.subtitle}>{t('login.signed_in_subtitle', { email })}</p>
      </header>
      <div className={styles.buttons}>
        <Button size="large" wide busy={leaving} onClick={() => void leave()}>
          {t('login.signed_in_leave')}
        </Button>
        <Button variant="ghost" size="large" wide disabled={leaving} onClick={onStay}>
          {t('login.signed_in_stay')}
        </Button>
      </div>
    </div>
  )
}
