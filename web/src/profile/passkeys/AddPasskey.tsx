import { type FormEvent, useId, useRef, useState } from 'react'
import { body } from '../../app/api'
import { CallError } from '../../app/errors'
import { useT } from '../../app/i18n'
import { makePasskey } from '../../app/passkeys'
import { queries } from '../../app/queries'
import { soon } from '../../app/soon'
import { showAlert } from '../../app/state'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { useAction } from '../action'
import { usePasswordGate } from '../confirm/gate'
import { Failure } from '../Failure'
import styles from '../forms.module.css'
import { PASSKEYS } from '../keys'

const LONGEST_NAME = 60

interface AddPasskeyProps {
  open: boolean
  onClose: () => void
}

/** Names a new passkey, and has the device make it. */
export function AddPasskey({ open, onClose }: AddPasskeyProps) {
  const t = useT('common', 'preferences')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [tried, setTried] = useState(false)
  const { pending, failure, run, reset } = useAction()
  const { pass, dialog } = usePasswordGate()

  function close() {
    setName('')
    setTried(false)
    reset()
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    const called = name.trim()
    if (!called) return input.current?.focus()
    const outcome = await run(() =>
      pass(async () => {
        const credential = await makePasskey(await body(soon.POST('/auth/passkeys/options')))
        return body(soon.POST('/auth/passkeys', { body: { name: called, credential } }))
      }),
    )
    if (!outcome?.value) return
    close()
    showAlert('success', t('preferences.passkeys.done', { name: called }))
    await queries.invalidateQueries({ queryKey: PASSKEYS })
  }

  const refusedByDevice = failure !== null && !(failure instanceof CallError)
  return (
    <>
      <Dialog
        open={open}
        title={t('preferences.passkeys.add')}
        description={t('preferences.passkeys.add_text')}
        closable={!pending}
        onClose={close}
        initialFocus={input}
        footer={
          <>
            <Button variant="secondary" disabled={pending} onClick={close}>
              {t('common.action.cancel')}
            </Button>
            <Button type="submit" form={id} busy={pending}>
              {t('preferences.passkeys.create')}
            </Button>
          </>
        }
      >
        <form id={id} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
          <Failure
            failure={failure}
            text={refusedByDevice ? t('preferences.passkeys.not_made') : undefined}
          />
          <Field
            label={t('preferences.passkeys.name')}
            hint={t('preferences.passkeys.name_hint')}
            error={tried && !name.trim() && t('common.field_required')}
            required
          >
            {(control) => (
              <TextInput
                {...control}
                ref={input}
                name="name"
                autoComplete="off"
                maxLength={LONGEST_NAME}
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
        </form>
      </Dialog>
      {dialog}
    </>
  )
}
