import { type FormEvent, useEffect, useRef, useState } from 'react'
import { BACK_TO_SIGN_IN_AFTER_RESET, SIGN_IN_DELAY } from '../app/constants'
import { useT } from '../app/i18n'
import { pause } from '../app/pause'
import { Button } from '../ui/Button'
import { useAttempt } from './attempt'
import { BotCheckLine } from './BotCheckLine'
import { FormMessage } from './FormMessage'
import { failureMessage, saidMessage } from './message'
import { NewPassword } from './NewPassword'
import { passwordProblem } from './password'
import { resetPassword } from './reset'
import styles from './SignInPage.module.css'

interface ConfirmFormProps {
  /** The token of the mail that led here. */
  rememberToken: string
  onBack: () => void
  /** To ask for another mail, where the link of this one is not taken. */
  onForgot: () => void
}

/** Sets a new password for somebody who forgot the old one. */
export function ConfirmForm({ rememberToken, onBack, onForgot }: ConfirmFormProps) {
  const t = useT('common', 'login')
  const [password, setPassword] = useState('')
  const { step, tried, message, botCheck, run, finish } = useAttempt('confirm')
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (step === 'idle') input.current?.focus()
  }, [step])

  async function submit(event: FormEvent) {
    event.preventDefault()
    const outcome = await run({
      wrong: passwordProblem(password) ? input : null,
      delay: SIGN_IN_DELAY,
      send: (answer) => resetPassword(rememberToken, password, answer),
      refused: (failure) => failureMessage(t, failure, 'login.new_password_fail'),
    })
    if (!outcome) return
    const said = saidMessage(t, outcome.value, 'login.password_success')
    finish(said)
    // What a second person has to agree to stays in sight.
    if (said.approval) return
    await pause(BACK_TO_SIGN_IN_AFTER_RESET)
    onBack()
  }

  // What may be over is the link itself: no answer, a bot check or a poor password are no reason for another one.
  const isDead = message?.tone === 'error' && message.lines[0] === t('login.new_password_fail')
  return (
    <form className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
      <header>
        <h1 className={styles.title}>{t('login.confirm_title')}</h1>
        <p className={styles.subtitle}>{t('login.confirm_subtitle')}</p>
      </header>
      <NewPassword
        ref={input}
        label={t('login.new_password')}
        size="large"
        password={password}
        tried={tried}
        disabled={step !== 'idle'}
        onPassword={setPassword}
      />
      <BotCheckLine state={botCheck} tried={tried} />
      <FormMessage message={message} />
      <div className={styles.buttons}>
        <Button type="submit" size="large" wide busy={step === 'awaiting'} disabled={step === 'done'}>
          {t(step === 'awaiting' ? 'login.saving' : 'login.confirm_submit')}
        </Button>
        {isDead && (
          <Button variant="secondary" size="large" wide disabled={step !== 'idle'} onClick={onForgot}>
            {t('login.ask_again')}
          </Button>
        )}
        <Button
          variant="ghost"
          size="large"
          wide
          disabled={step === 'awaiting' || message?.tone === 'success'}
          onClick={onBack}
        >
          {t('common.action.cancel')}
        </Button>
      </div>
    </form>
  )
}
