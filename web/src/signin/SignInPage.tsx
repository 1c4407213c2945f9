import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { config } from '../app/config'
import { EnvironmentBanner } from '../app/EnvironmentBanner'
import { useT } from '../app/i18n'
import { Logo } from '../ui/Logo'
import { CodeForm } from './CodeForm'
import { LoginForm } from './LoginForm'
import type { Credentials } from './login'
import styles from './SignInPage.module.css'

/** Signing in: e-mail and password first, then a code for those who have a second factor. */
export function SignInPage() {
  const t = useT('common', 'login')
  const navigate = useNavigate()
  // Kept while a code is asked for, because the second call carries them again.
  const [credentials, setCredentials] = useState<Credentials | null>(null)

  useEffect(() => {
    document.title = `${t('login.title')} · ${t('common.brand')}`
  }, [t])

  const enter = () => void navigate({ to: '/dashboard' })
  return (
    <div className={styles.page}>
      <EnvironmentBanner />
      <div className={styles.halves}>
        <aside className={styles.pitch}>
          <Rings />
          <Logo onDark />
          <div className={styles.words}>
            <p className={styles.promise}>{t('login.promise')}</p>
            <p className={styles.detail}>{t('login.promise_detail')}</p>
          </div>
        </aside>
        <main className={styles.form}>
          <div className={styles.column}>
            {credentials ? (
              <CodeForm credentials={credentials} onEnter={enter} onBack={() => setCredentials(null)} />
            ) : (
              <LoginForm onEnter={enter} onCodeWanted={setCredentials} />
            )}
            <ProtectedBy />
          </div>
        </main>
      </div>
    </div>
  )
}

function ProtectedBy() {
  const t = useT('login')
  const { botCheck, privacyUrl, termsUrl } = config()
  if (botCheck.kind === 'none') return null
  const links = [
    { url: privacyUrl, text: t('login.privacy') },
    { url: termsUrl, text: t('login.terms') },
  ].filter(({ url }) => url)
  return (
    <footer className={styles.protected}>
      {t('login.protected_by', { name: botCheck.kind.toUpperCase() })}
      {links.map(({ url, text }) => (
        <a key={text} href={url} target="_blank" rel="noreferrer">
          {text}
        </a>
      ))}
    </footer>
  )
}

function Rings() {
  return (
    <svg
      className={styles.rings}
      viewBox="0 0 560 560"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden
    >
      {[84, 133, 182, 231, 273].map((radius) => (
        <circle key={radius} cx="280" cy="280" r={radius} />
      ))}
    </svg>
  )
}
