import { type FormEvent, useEffect, useRef, useState } from 'react'
import { REDIRECT_AFTER_CODE, SIGN_IN_CODE_LENGTH } from '../app/constants'
import { useT } from '../app/i18n'
import { pause } from '../app/pause'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { TextInput } from '../ui/TextInput'
import { BotCheckLine } from './BotCheckLine'
import { useBotCheck } from './botCheck'
import { FormMessage, type Message } from './FormMessage'
import { type Credentials, login, loginFailure } from './login'
import styles from './SignInPage.module.css'

interface CodeFormProps {
  credentials: Credentials
  onEnter: () => void
  onBack: () => void
}

export function CodeForm({ credentials, onEnter, onBack }: CodeFormProps) {
  const t = useT('common', 'login')
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const [step, setStep] = useState<'idle' | 'awaiting' | 'done'>('idle')
  const [message, setMessage] = useState<Message | null>(null)
  const botCheck = useBotCheck('login-2fa')
  // Two presses may come before the first has been drawn.
  const running = useRef(false)
  const input = useRef<HTMLInputElement>(null)

  // Also after a refused code, when the field can be typed in again.
  useEffect(() => {
    if (step === 'idle') input.current?.focus()
  }, [step])

  const complete = code.length === SIGN_IN_CODE_LENGTH

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (running.current || !complete) return
    running.current = true
    setStep('awaiting')
    setTried(true)
    setMessage(null)
    try {
      const outcome = await login(credentials, await botCheck.take(), code)
      if (outcome === 'twoFactor') throw new Error('The code was not taken')
    } catch (failure) {
      setMessage({ tone: 'error', lines: loginFailure(t, failure, 'login.2fa_code_invalid') })
      setCode('')
      running.current = false
      setStep('idle')
      botCheck.renew()
      return
    }
    setStep('done')
    setMessage({ tone: 'success', lines: [t('login.2fa_code_valid')] })
    await pause(REDIRECT_AFTER_CODE)
    onEnter()
  }

  return (
    <form className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
      <header>
        <h1 className={styles.title}>{t('login.2fa_title')}</h1>
        <p className={styles.subtitle}>{t('login.2fa_subtitle')}</p>
      </header>
      <Field
        label={t('login.2fa_code')}
        error={code !== '' && !complete && t('login.2fa_code_length', { length: SIGN_IN_CODE_LENGTH })}
        required
      >
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            name="digits"
            className={styles.code}
            controlSize="large"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={SIGN_IN_CODE_LENGTH}
            value={code}
            disabled={step !== 'idle'}
            onChange={(event) => setCode(event.target.value.trim())}
          />
        )}
      </Field>
      <BotCheckLine state={botCheck.state} tried={tried} />
      <FormMessage message={message} />
      <div className={styles.buttons}>
        <Button
          type="submit"
          size="large"
          wide
          busy={step === 'awaiting'}
          disabled={!complete || step === 'done'}
        >
          {t(step === 'awaiting' ? 'login.2fa_verifying' : 'login.2fa_verify')}
        </Button>
        <Button variant="ghost" size="large" wide disabled={step !== 'idle'} onClick={onBack}>
          {t('common.action.back')}
        </Button>
      </div>
    </form>
  )
}
