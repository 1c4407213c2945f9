import { type FormEvent, useEffect, useRef } from 'react'
import { SIGN_IN_DELAY } from '../app/constants'
import { useT } from '../app/i18n'
import { Button } from '../ui/Button'
import { useAttempt } from './attempt'
import { BotCheckLine } from './BotCheckLine'
import { EmailField, emailProblem } from './EmailField'
import { FormMessage } from './FormMessage'
import { failureMessage, saidMessage } from './message'
import { askForReset } from './reset'
import styles from './SignInPage.module.css'

interface ForgotFormProps {
  email: string
  onEmail: (email: string) => void
  onBack: () => void
}

/** Asks for a mail that leads to a new password. */
export function ForgotForm({ email, onEmail, onBack }: ForgotFormProps) {
  const t = useT('common', 'login')
  const { step, tried, message, botCheck, run, finish } = useAttempt('forgot')
  const input = useRef<HTMLInputElement>(null)

  // Also after a refusal, when the field can be typed in again.
  useEffect(() => {
    if (step === 'idle') input.current?.focus()
  }, [step])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const outcome = await run({
      wrong: emailProblem(email) ? input : null,
      delay: SIGN_IN_DELAY,
      send: (answer) => askForReset(email.trim(), answer),
      refused: (failure) => failureMessage(t, failure, 'login.email_not_found'),
    })
    if (outcome) finish(saidMessage(t, outcome.value, 'login.verify_your_email'))
  }

  return (
    <form className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
      <header>
        <h1 className={styles.title}>{t('login.forgot_title')}</h1>
        <p className={styles.subtitle}>{t('login.forgot_subtitle')}</p>
      </header>
      <EmailField ref={input} email={email} tried={tried} disabled={step !== 'idle'} onEmail={onEmail} />
      <BotCheckLine state={botCheck} tried={tried} />
      <FormMessage message={message} />
      <div className={styles.buttons}>
        <Button type="submit" size="large" wide busy={step === 'awaiting'} disabled={step === 'done'}>
          {t(step === 'idle' ? 'login.forgot_submit' : step === 'awaiting' ? 'login.sending' : 'login.sent')}
        </Button>
        <Button variant="ghost" size="large" wide disabled={step === 'awaiting'} onClick={onBack}>
          {t(step === 'done' ? 'common.action.back' : 'common.action.cancel')}
        </Button>
      </div>
    </form>
  )
}
