import { type FormEvent, useEffect, useRef, useState } from 'react'
import { REDIRECT_AFTER_SIGN_IN, SIGN_IN_DELAY } from '../app/constants'
import { useT } from '../app/i18n'
import { pause } from '../app/pause'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { PasswordInput } from '../ui/PasswordInput'
import { TextInput } from '../ui/TextInput'
import { BotCheckLine } from './BotCheckLine'
import { useBotCheck } from './botCheck'
import { FormMessage, type Message } from './FormMessage'
import { type Credentials, isAddress, login, loginFailure } from './login'
import styles from './SignInPage.module.css'

interface LoginFormProps {
  onEnter: () => void
  onCodeWanted: (credentials: Credentials) => void
}

export function LoginForm({ onEnter, onCodeWanted }: LoginFormProps) {
  const t = useT('common', 'login')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const [step, setStep] = useState<'idle' | 'awaiting' | 'done'>('idle')
  const [message, setMessage] = useState<Message | null>(null)
  const botCheck = useBotCheck('login')
  // Two presses may come before the first has been drawn.
  const running = useRef(false)
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  useEffect(() => emailInput.current?.focus(), [])
  // A field that was disabled has lost the keyboard: after a refusal it goes where the mistake most likely is.
  useEffect(() => {
    if (message && step === 'idle') passwordInput.current?.select()
  }, [message, step])

  const address = email.trim()
  const emailError = !address
    ? t('login.required_field')
    : isAddress(address)
      ? null
      : t('login.email_address_invalid')
  const passwordError = password ? null : t('login.required_field')

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (running.current) return
    setTried(true)
    setMessage(null)
    if (emailError) return emailInput.current?.focus()
    if (passwordError) return passwordInput.current?.focus()

    running.current = true
    setStep('awaiting')
    const credentials = { email: address, password }
    try {
      const [answer] = await Promise.all([botCheck.take(), pause(SIGN_IN_DELAY)])
      if ((await login(credentials, answer)) === 'twoFactor') return onCodeWanted(credentials)
    } catch (failure) {
      setMessage({ tone: 'error', lines: loginFailure(t, failure, 'login.password_incorrect') })
      running.current = false
      setStep('idle')
      botCheck.renew()
      return
    }
    setStep('done')
    await pause(REDIRECT_AFTER_SIGN_IN)
    onEnter()
  }

  return (
    <form className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
      <header>
        <h1 className={styles.title}>{t('login.title')}</h1>
        <p className={styles.subtitle}>{t('login.subtitle')}</p>
      </header>
      <Field label={t('login.email')} error={tried && emailError} required>
        {(control) => (
          <TextInput
            {...control}
            ref={emailInput}
            type="email"
            name="email"
            controlSize="large"
            autoComplete="username"
            spellCheck={false}
            autoCapitalize="off"
            value={email}
            disabled={step !== 'idle'}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label={t('login.password')} error={tried && passwordError} required>
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
      <BotCheckLine state={botCheck.state} tried={tried} />
      <FormMessage message={message} />
      <Button type="submit" size="large" wide busy={step !== 'idle'}>
        {t(step === 'idle' ? 'login.submit' : step === 'awaiting' ? 'login.submitting' : 'login.done')}
      </Button>
    </form>
  )
}
