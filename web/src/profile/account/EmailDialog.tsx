import { type FormEvent, useId, useRef, useState } from 'react'
import { useAction } from '../../app/action'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { profileQuery } from '../../app/profile'
import { queries } from '../../app/queries'
import { showAlert } from '../../app/state'
import { emailProblem } from '../../signin/EmailField'
import { FormMessage } from '../../signin/FormMessage'
import { failureMessage } from '../../signin/message'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Field } from '../../ui/Field'
import { PasswordInput } from '../../ui/PasswordInput'
import { TextInput } from '../../ui/TextInput'
import { isWrongPassword } from '../confirm/wrong'
import styles from '../forms.module.css'

const EMPTY = { email: '', password: '' }

interface EmailDialogProps {
  open: boolean
  onClose: () => void
}

/** Asks for another address; it is the person's once the mail sent there was answered. */
export function EmailDialog({ open, onClose }: EmailDialogProps) {
  const t = useT('common', 'login', 'preferences')
  const id = useId()
  const emailInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(EMPTY)
  const [tried, setTried] = useState(false)
  const { pending, failure, run, reset } = useAction()
  const email = typed.email.trim()
  const problem = emailProblem(email)
  const wrong = isWrongPassword(failure)

  function close() {
    setTyped(EMPTY)
    setTried(false)
    reset()
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (problem) return emailInput.current?.focus()
    if (!typed.password) return passwordInput.current?.focus()
    const asked = { email, password: typed.password }
    if (!(await run(() => body(api.POST('/rbac/profile/email', { body: asked }))))) return
    close()
    showAlert('success', t('preferences.email.sent', { email }))
    await queries.invalidateQueries({ queryKey: profileQuery.queryKey })
  }

  return (
    <Dialog
      open={open}
      title={t('preferences.email.dialog')}
      description={t('preferences.email.text')}
      closable={!pending}
      onClose={close}
      initialFocus={emailInput}
      footer={
        <>
          <Button variant="secondary" disabled={pending} onClick={close}>
            {t('common.action.back')}
          </Button>
          <Button type="submit" form={id} busy={pending}>
            {t('preferences.email.submit')}
          </Button>
        </>
      }
    >
      <form id={id} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        {failure !== null && !wrong && (
          <FormMessage message={failureMessage(t, failure, 'preferences.email.failed')} />
        )}
        <Field label={t('preferences.email.new')} error={tried && problem && t(problem)} required>
          {(control) => (
            <TextInput
              {...control}
              ref={emailInput}
              type="email"
              name="email"
              autoComplete="email"
              spellCheck={false}
              autoCapitalize="off"
              value={typed.email}
              onChange={(event) => setTyped({ ...typed, email: event.target.value })}
            />
          )}
        </Field>
        <Field
          label={t('preferences.confirm.password')}
          error={
            typed.password ? wrong && t('preferences.confirm.wrong') : tried && t('common.field_required')
          }
          required
        >
          {(control) => (
            <PasswordInput
              {...control}
              ref={passwordInput}
              name="password"
              value={typed.password}
              onChange={(event) => setTyped({ ...typed, password: event.target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
