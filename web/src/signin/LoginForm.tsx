import { type FormEvent, useEffect, useRef, useState } from 'react'
import { REDIRECT_AFTER_SIGN_IN, SIGN_IN_DELAY } from '../app/constants'
import { forgetEnd, wasEnded } from '../app/ended'
import { useT } from '../app/i18n'
import { pause } from '../app/pause'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { PasswordInput } from '../ui/PasswordInput'
import { useAttempt } from './attempt'
import { BotCheckLine } from './BotCheckLine'
import { EmailField, emailProblem } from './EmailField'
import { FormMessage } from './FormMessage'
import { type Credentials, login, type SecondFactor } from './login'
import { failureMessage } from './message'
import styles from './SignInPage.module.css'

interface LoginFormProps {
  /** The address typed so far, which the form for a new password takes over. */
  email: string
  onEmail: (email: string) => void
  onEnter: () => void
  onCodeWanted: (credentials: Credentials, factor: SecondFactor) => void
  onForgot: () => void
}

export function LoginForm({ email, onEmail, onEnter, onCodeWanted, onForgot }: LoginFormProps) {
  const t = useT('common', 'login')
  const [password, setPassword] = useState('')
  const { step, tried, message, botCheck, run, finish } = useAttempt('login')
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  // Said until the first try.
  const [ended] = useState(wasEnded)
  useEffect(forgetEnd, [])

  useEffect(() => emailInput.current?.focus(), [])
  // A field that was disabled has lost the keyboard: after a refusal it goes where the mistake most likely is.
  useEffect(() => {
    if (message && step === 'idle') passwordInput.current?.select()
  }, [message, step])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const credentials = { email: email.trim(), password }
    const outcome = await run({
      wrong: emailProblem(email) ? emailInput : password ? null : passwordInput,
      delay: SIGN_IN_DELAY,
      send: (answer) => login(credentials, answer),
      refused: (failure) => failureMessage(t, failure, 'login.password_incorrect'),
    })
    if (!outcome) return
    if (outcome.value !== 'signedIn') return onCodeWanted(credentials, outcome.value)
    finish()
    await pause(REDIRECT_AFTER_SIGN_IN)
    onEnter()
  }

  return (
    <form className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
      <header>
        <h1 className={styles.title}>{t('login.title')}</h1>
        <p className={styles.subtitle}>{t('login.subtitle')}</p>
      </header>
      <FormMessage
        message={ended && !tried ? { tone: 'warning', lines: [t('common.unauthorized')] } : null}
      />
      <EmailField ref={emailInput} email={email} tried={tried} disabled={step !== 'idle'} onEmail={onEmail} />
      <div className={styles.password}>
        <Field label={t('login.password')} error={tried && !password && t('login.required_field')} required>
          {(control) => (
            <PasswordInput
              {...control}
              ref={passwordInput}
              name="password"
              controlSize="large"
              value={password}
              disabled={step !== 'idle'}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        {/* Beside the label to the eye, after the field to the keyboard. */}
        <button type="button" className={styles.forgot} disabled={step !== 'idle'} onClick={onForgot}>
          {t('login.forgot')}
        </button>
      </div>
      <BotCheckLine state={botCheck} tried={tried} />
      <FormMessage message={message} />
      <Button type="submit" size="large" wide busy={step !== 'idle'}>
        {t(step === 'idle' ? 'login.submit' : step === 'awaiting' ? 'login.submitting' : 'login.done')}
      </Button>
    </form>
  )
}
