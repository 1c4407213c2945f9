import type { FormEvent } from 'react'
import { useState } from 'react'
import { useAction } from '../app/action'
import { useT } from '../app/i18n'
import { Button } from '../ui/Button'
import { FormMessage } from './FormMessage'
import { failureMessage, type Message, saidMessage } from './message'
import { confirmEmail } from './reset'
import styles from './SignInPage.module.css'

interface ConfirmEmailFormProps {
  /** The token of the mail that led here. */
  token: string
  onDone: () => void
}

/** Takes a new address. By a press, because programs that look into mails follow links too. */
export function ConfirmEmailForm({ token, onDone }: ConfirmEmailFormProps) {
  const t = useT('common', 'login')
  const [said, setSaid] = useState<Message | null>(null)
  const { pending, failure, run } = useAction()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const outcome = await run(() => confirmEmail(token))
    if (outcome) setSaid(saidMessage(t, outcome.value, 'login.email_change_success'))
  }

  const refusal = failure === null ? null : failureMessage(t, failure, 'login.email_change_fail')
  return (
    <form className={styles.fields} onSubmit={(event) => void submit(event)} noValidate>
      <header>
        <h1 className={styles.title}>{t('login.email_title')}</h1>
        <p className={styles.subtitle}>{t('login.email_subtitle')}</p>
      </header>
      <FormMessage message={said ?? refusal} />
      <div className={styles.buttons}>
        {!said && (
          <Button type="submit" size="large" wide busy={pending}>
            {t('login.email_submit')}
          </Button>
        )}
        <Button variant={said ? 'primary' : 'ghost'} size="large" wide disabled={pending} onClick={onDone}>
          {t(said ? 'login.continue' : 'common.action.cancel')}
        </Button>
      </div>
    </form>
  )
}
