import { type FormEvent, useId, useRef, useState } from 'react'
import { useAction } from '../../app/action'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { queries } from '../../app/queries'
import { FormMessage } from '../../signin/FormMessage'
import { NewPassword } from '../../signin/NewPassword'
import { passwordProblem } from '../../signin/password'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Field } from '../../ui/Field'
import { PasswordInput } from '../../ui/PasswordInput'
import styles from '../forms.module.css'
import { SESSIONS } from '../keys'
import { resultOf } from './result'

const EMPTY = { old: '', fresh: '', again: '' }

interface PasswordDialogProps {
  open: boolean
  onClose: () => void
}

/** Changes the own password. What came of it is said in the dialog, and forgotten when that closes. */
export function PasswordDialog({ open, onClose }: PasswordDialogProps) {
  const t = useT('common', 'login', 'preferences')
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const oldInput = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(EMPTY)
  const [tried, setTried] = useState(false)
  const [success, setSuccess] = useState(false)
  const { pending, failure, run, reset } = useAction()
  const put = (part: Partial<typeof EMPTY>) => setTyped((now) => ({ ...now, ...part }))

  const oldProblem = typed.old ? null : t('common.field_required')
  const againProblem = !typed.again
    ? t('common.field_required')
    : typed.again === typed.fresh
      ? null
      : t('preferences.profile.password_diff_fail')

  async function submit(event: FormEvent) {
    event.preventDefault()
    setSuccess(false)
    reset()
    if (oldProblem || passwordProblem(typed.fresh) || againProblem) {
      setTried(true)
      // The fields know only after the next drawing that they are wrong.
      return requestAnimationFrame(() =>
        form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(),
      )
    }
    const change = { oldPassword: typed.old, newPassword: typed.fresh }
    if (!(await run(() => body(api.POST('/auth/password', { body: change }))))) return
    setSuccess(true)
    setTyped(EMPTY)
    setTried(false)
    // Every other session ended with the old password.
    void queries.invalidateQueries({ queryKey: SESSIONS })
  }

  function close() {
    setTyped(EMPTY)
    setTried(false)
    setSuccess(false)
    reset()
    onClose()
  }

  return (
    <Dialog
      open={open}
      title={t('preferences.password.dialog')}
      closable={!pending}
      onClose={close}
      initialFocus={oldInput}
      footer={
        <>
          <Button variant="secondary" disabled={pending} onClick={close}>
            {t(success ? 'common.action.close' : 'common.action.back')}
          </Button>
          <Button type="submit" form={id} busy={pending}>
            {t('preferences.password.change')}
          </Button>
        </>
      }
    >
      <form ref={form} id={id} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <FormMessage message={resultOf(t, success, failure)} />
        <Field label={t('preferences.password.old')} error={tried && oldProblem} required>
          {(control) => (
            <PasswordInput
              {...control}
              ref={oldInput}
              name="oldPassword"
              value={typed.old}
              onChange={(event) => put({ old: event.target.value })}
            />
          )}
        </Field>
        <NewPassword
          label={t('preferences.password.new')}
          password={typed.fresh}
          tried={tried}
          onPassword={(fresh) => put({ fresh })}
        />
        <Field label={t('preferences.password.again')} error={tried && againProblem} required>
          {(control) => (
            <PasswordInput
              {...control}
              name="confirmPassword"
              autoComplete="new-password"
              value={typed.again}
              onChange={(event) => put({ again: event.target.value })}
            />
          )}
        </Field>
      </form>
    </Dialog>
  )
}
