import { useNavigate } from '@tanstack/react-router'
import type { components } from '../../../app/api-types'
import { useT } from '../../../app/i18n'
import { showAlert } from '../../../app/state'
import type { CommandProps } from '../../../kit/command/CommandButton'
import { CommandDialog } from '../../../kit/command/CommandDialog'
import { useDraft } from '../../../kit/command/draft'
import { sendCommand } from '../../../kit/command/send'
import { Field } from '../../../ui/Field'
import { TextInput } from '../../../ui/TextInput'
import { processorPath } from '../processors'
import { CredentialFields } from './CredentialFields'
import { CREDENTIAL_FIELDS, credentialsOf, EMPTY_CREDENTIALS, missingIn, SECRETS } from './credentials'

type Input = components['schemas']['ProcessorInput']

const USUAL_PRIORITY = '100'

/** Writes a processor down; a worker tests it, and then it can be enabled. */
export default function NewProcessor({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'processors')
  const navigate = useNavigate()
  const [name, setName] = useDraft('name', '')
  const [priority, setPriority] = useDraft('priority', USUAL_PRIORITY)
  const [form, setForm] = useDraft('form', EMPTY_CREDENTIALS, { never: SECRETS })
  return (
    <CommandDialog<Input, components['schemas']['Processor']>
      command="payin:processor:create"
      title={t('processors.create.title')}
      submit={t('processors.create.submit')}
      subject={{ thing: name.trim() || t('processors.create.unnamed') }}
      fields={['name', 'priority', ...CREDENTIAL_FIELDS]}
      read={() => {
        const wrong = missingIn(form, t)
        if (!name.trim()) wrong.name = t('common.field_required')
        if (!/^[1-9]\d{0,2}$/.test(priority.trim())) wrong.priority = t('common.out_of_range')
        if (Object.keys(wrong).length) return { errors: wrong }
        return { input: { ...credentialsOf(form), name: name.trim(), priority: Number(priority) } }
      }}
      send={(body, header) => sendCommand('payin:processor:create', {}, body, header)}
      onDone={({ id }) => {
        onClose()
        showAlert('success', t('processors.create.done'))
        void navigate({ to: processorPath(id) })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <Field label={t('processors.field.name')} error={errors.name} required>
            {(control) => (
              <TextInput
                {...control}
                maxLength={100}
                autoComplete="off"
                value={name}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Field
            label={t('processors.field.priority')}
            hint={t('processors.field.priority_hint')}
            error={errors.priority}
            required
          >
            {(control) => (
              <TextInput
                {...control}
                inputMode="numeric"
                maxLength={3}
                autoComplete="off"
                value={priority}
                onChange={(event) => setPriority(event.target.value)}
              />
            )}
          </Field>
          <CredentialFields
            form={form}
            errors={errors}
            put={(part) => setForm((now) => ({ ...now, ...part }))}
          />
        </>
      )}
    </CommandDialog>
  )
}
