import { type FormEvent, useId, useRef, useState } from 'react'
import { useAction } from '../../app/action'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { Button } from '../../ui/Button'
import DialogWindow from '../../ui/DialogWindow'
import { Field } from '../../ui/Field'
import { PasswordInput } from '../../ui/PasswordInput'
import { Failure } from '../Failure'
import styles from '../forms.module.css'
import { isWrongPassword } from './wrong'

interface ConfirmPasswordProps {
  onConfirmed: () => void
  onClose: () => void
}

/** Asks for the password before something that is not easily undone. */
export function ConfirmPassword({ onConfirmed, onClose }: ConfirmPasswordProps) {
  const t = useT('common', 'preferences')
  const form = useId()
  const input = useRef<HTMLInputElement>(null)
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const { pending, failure, run } = useAction()
  const wrong = isWrongPassword(failure)
  const problem = !password ? tried && t('common.field_required') : wrong && t('preferences.confirm.wrong')

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (!password) return input.current?.focus()
    if (await run(() => body(api.POST('/auth/confirm', { body: { password } })))) onConfirmed()
    else input.current?.select()
  }

  return (
    <DialogWindow
      title={t('preferences.confirm.title')}
      description={t('preferences.confirm.text')}
      closable={!pending}
      onClose={onClose}
      initialFocus={input}
      footer={
        <>
          <Button variant="secondary" disabled={pending} onClick={onClose}>
            {t('common.action.back')}
          </Button>
          <Button type="submit" form={form} busy={pending}>
            {t('common.action.confirm')}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <Failure failure={wrong ? null : failure} />
        <Field label={t('preferences.confirm.password')} error={problem} required>
          {(control) => (
            <PasswordInput
              {...control}
              ref={input}
              name="password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      </form>
    </DialogWindow>
  )
}
