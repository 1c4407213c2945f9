import { useNavigate } from '@tanstack/react-router'
import type { components } from '../../app/api-types'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { CredentialFields } from '../../payin/processors/commands/CredentialFields'
import {
  CREDENTIAL_FIELDS,
  credentialsOf,
  EMPTY_CREDENTIALS,
  missingIn,
  SECRETS,
} from '../../payin/processors/commands/credentials'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { payingPath } from './processors'

type Input = components['schemas']['PayoutProcessorInput']

/** Writes a processor down that is called; a worker tests it, and then it can be enabled. */
export default function NewProcessor({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'processors', 'payoutFiles')
  const navigate = useNavigate()
  const [name, setName] = useDraft('name', '')
  const [ispb, setIspb] = useDraft('ispb', '')
  const [priority, setPriority] = useDraft('priority', '100')
  const [form, setForm] = useDraft('form', EMPTY_CREDENTIALS, { never: SECRETS })
  return (
    <CommandDialog<Input, components['schemas']['PayoutProcessor']>
      command="payouts:processor:create"
      title={t('payoutFiles.processors.create.title')}
      submit={t('processors.create.submit')}
      subject={{ thing: name.trim() || t('processors.create.unnamed') }}
      fields={['name', 'ispb', 'priority', ...CREDENTIAL_FIELDS]}
      read={() => {
        const wrong = missingIn(form, t)
        if (!name.trim()) wrong.name = t('common.field_required')
        if (!/^[0-9A-Z]{8}$/.test(ispb.trim())) wrong.ispb = t('payoutFiles.processors.ispb_wrong')
        if (!/^[1-9]\d{0,2}$/.test(priority.trim())) wrong.priority = t('common.out_of_range')
        if (Object.keys(wrong).length) return { errors: wrong }
        return {
          input: {
            ...credentialsOf(form),
            name: name.trim(),
            ispb: ispb.trim(),
            priority: Number(priority),
          },
        }
      }}
      send={(body, header) => sendCommand('payouts:processor:create', {}, body, header)}
      onDone={({ id }) => {
        onClose()
        showAlert('success', t('processors.create.done'))
        void navigate({ to: payingPath(id) })
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{t('payoutFiles.processors.create.text')}</p>
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
            label={t('payoutFiles.processors.field.ispb')}
            hint={t('payoutFiles.processors.field.ispb_hint')}
            error={errors.ispb}
            required
          >
            {(control) => (
              <TextInput
                {...control}
                maxLength={8}
                autoComplete="off"
                value={ispb}
                onChange={(event) => setIspb(event.target.value.toUpperCase())}
              />
            )}
          </Field>
          <Field
            label={t('processors.field.priority')}
            hint={t('payoutFiles.processors.field.priority_hint')}
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
