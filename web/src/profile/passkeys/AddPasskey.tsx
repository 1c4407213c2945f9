import { type FormEvent, useId, useRef, useState } from 'react'
import { useAction } from '../../app/action'
import { api, body } from '../../app/api'
import { CallError } from '../../app/errors'
import { useT } from '../../app/i18n'
import { makePasskey } from '../../app/passkeys'
import { showAlert } from '../../app/state'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { usePasswordGate } from '../confirm/gate'
import { Failure } from '../Failure'
import styles from '../forms.module.css'
import { refreshFactors } from '../keys'
import { RecoveryCodes } from '../twoFactor/RecoveryCodes'

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
  /** They come with the first second factor, and are seen only now. */
  const [codes, setCodes] = useState<string[] | null>(null)
  const { pending, failure, run, reset } = useAction()
  const { pass, dialog } = usePasswordGate()

  function close() {
    setName('')
    setTried(false)
    setCodes(null)
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
        const options: object = await body(api.POST('/auth/passkeys/options'))
        const credential = await makePasskey(options as PublicKeyCredentialCreationOptionsJSON)
        const added = { name: called, credential: credential as object as Record<string, never> }
        return body(api.POST('/auth/passkeys', { body: added }))
      }),
    )
    if (!outcome?.value) return
    const { recoveryCodes } = outcome.value.value
    if (recoveryCodes?.length) setCodes(recoveryCodes)
    else close()
    showAlert('success', t('preferences.passkeys.done', { name: called }))
    await refreshFactors()
  }

  const refusedByDevice = failure !== null && !(failure instanceof CallError)
  return (
    <>
      <Dialog
        open={open}
        title={t('preferences.passkeys.add')}
        description={t('preferences.passkeys.add_text')}
        closable={!pending && !codes}
        onClose={close}
        initialFocus={input}
        footer={
          !codes && (
            <>
              <Button variant="secondary" disabled={pending} onClick={close}>
                {t('common.action.back')}
              </Button>
              <Button type="submit" form={id} busy={pending}>
                {t('preferences.passkeys.create')}
              </Button>
            </>
          )
        }
      >
        {codes ? (
          <RecoveryCodes codes={codes} onKept={close} />
        ) : (
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
        )}
      </Dialog>
      {dialog}
    </>
  )
}
