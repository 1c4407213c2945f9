import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { config } from '../app/config'
import { EnvironmentBanner } from '../app/EnvironmentBanner'
import { takePage } from '../app/ended'
import { changeLanguage, type Language, useLanguage, useT } from '../app/i18n'
import { isSignedIn } from '../app/session'
import * as storage from '../app/storage'
import { decodeToken } from '../app/token'
import { Logo } from '../ui/Logo'
import { ConfirmEmailForm } from './ConfirmEmailForm'
import { ConfirmForm } from './ConfirmForm'
import { ForgotForm } from './ForgotForm'
import { LoginForm } from './LoginForm'
import type { Credentials, SecondFactor } from './login'
import { SecondFactorForm } from './SecondFactorForm'
import { SignedInForm } from './SignedInForm'
import styles from './SignInPage.module.css'

const TITLES = {
  login: 'login.title',
  forgot: 'login.forgot_title',
  confirm: 'login.confirm_title',
  '2fa': 'login.2fa_title',
  email: 'login.email_title',
}

/** The area before the dashboard, in four modes: login, forgot, confirm (opened by the link of a mail) and 2fa. */
export function SignInPage() {
  const t = useT('common', 'login')
  const navigate = useNavigate()
  const { tk, ck } = useSearch({ strict: false })
  const [forgot, setForgot] = useState(false)
  const [email, setEmail] = useState('')
  // Kept while a second factor is asked for, because the second call carries them again.
  const [wanted, setWanted] = useState<{ credentials: Credentials; factor: SecondFactor } | null>(null)
  // As it was when the link was opened: it ends with a press, not with a message of another tab.
  const [signedIn] = useState(() =>
    isSignedIn() ? (decodeToken(storage.read('token'))?.email ?? '–') : null,
  )
  const mode = ck ? 'email' : tk ? 'confirm' : wanted ? '2fa' : forgot ? 'forgot' : 'login'

  const title = t(mode === 'confirm' && signedIn ? 'login.signed_in_title' : TITLES[mode])
  useEffect(() => {
    document.title = `${title} · ${t('common.brand')}`
  }, [title, t])

  const enter = () => void navigate({ href: takePage() })
  const back = () => {
    setForgot(false)
    setWanted(null)
    // The token of a mail serves once.
    if (tk || ck) void navigate({ to: '/', search: {}, replace: true })
  }
  const askAgain = () => {
    back()
    setForgot(true)
  }
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
            {ck ? (
              <ConfirmEmailForm token={ck} onDone={back} />
            ) : tk && signedIn ? (
              <SignedInForm token={tk} email={signedIn} onStay={enter} />
            ) : tk ? (
              <ConfirmForm rememberToken={tk} onBack={back} onForgot={askAgain} />
            ) : wanted ? (
              <SecondFactorForm {...wanted} onEnter={enter} onBack={back} />
            ) : forgot ? (
              <ForgotForm email={email} onEmail={setEmail} onBack={back} />
            ) : (
              <LoginForm
                email={email}
                onEmail={setEmail}
                onEnter={enter}
                onCodeWanted={(credentials, factor) => setWanted({ credentials, factor })}
                onForgot={() => setForgot(true)}
              />
            )}
            <ProtectedBy />
            <Languages />
          </div>
        </main>
      </div>
    </div>
  )
}

/** As the makers of the bot checks write them. */
const NAMES: Record<string, string> = { altcha: 'ALTCHA', recaptcha: 'reCAPTCHA', turnstile: 'Turnstile' }

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
      {t('login.protected_by', { name: NAMES[botCheck.kind] ?? botCheck.kind })}
      {links.map(({ url, text }) => (
        <a key={text} href={url} target="_blank" rel="noreferrer">
          {text}
        </a>
      ))}
    </footer>
  )
}

const LANGUAGES: Record<Language, string> = { pt: 'Português', en: 'English' }

/** For whoever has not signed in here before; the language that a person chose inside comes with them. */
function Languages() {
  const current = useLanguage()
  return (
    <div className={styles.languages}>
      {(Object.keys(LANGUAGES) as Language[]).map((each) => (
        <button
          key={each}
          type="button"
          lang={each === 'pt' ? 'pt-BR' : 'en'}
          aria-pressed={each === current}
          onClick={() => void changeLanguage(each)}
        >
          {LANGUAGES[each]}
        </button>
      ))}
    </div>
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
