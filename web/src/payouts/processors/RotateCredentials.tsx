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
  clientOf,
  credentialsOf,
  EMPTY_CREDENTIALS,
  missingIn,
  SECRETS,
} from '../../payin/processors/commands/credentials'
import type { PayingProcessor } from './processors'

type Credentials = components['schemas']['CredentialsInput']
type LotCredentials = components['schemas']['LotCredentialsInput']

/** Gives a processor that pays other credentials, by its kind; those it has hold until the new ones were tested. */
export default function RotateCredentials({
  processor,
  onClose,
}: CommandProps & { processor: PayingProcessor }) {
  const t = useT('common', 'kit', 'processors')
  const { id, adapter, base_url, token_url, client_id, pix_key } = processor
  const own = adapter === 'lots' ? 'app_key' : 'pix_key'
  const command = adapter === 'lots' ? 'payouts:processor:rotate_lots' : 'payouts:processor:rotate'
  const [form, setForm] = useDraft(
    'form',
    () => ({
      ...EMPTY_CREDENTIALS,
      base_url: base_url ?? '',
      token_url: token_url ?? '',
      client_id: client_id ?? '',
      pix_key: pix_key ?? '',
    }),
    { never: SECRETS },
  )
  return (
    <CommandDialog<Credentials | LotCredentials, components['schemas']['PayoutProcessor']>
      command={command}
      title={t('processors.rotate.title')}
      submit={t('processors.rotate.submit')}
      subject={{ thing: processor.name }}
      fields={CREDENTIAL_FIELDS}
      read={() => {
        const errors = missingIn(form, t, own)
        if (Object.keys(errors).length) return { errors }
        return {
          input: own === 'app_key' ? { ...clientOf(form), app_key: form.app_key } : credentialsOf(form),
        }
      }}
      send={(body, header) => sendCommand(command, { id }, body, header)}
      onDone={() => {
        onClose()
        showAlert('success', t('processors.rotate.done'))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>{t('processors.rotate.text')}</p>
          <CredentialFields
            own={own}
            form={form}
            errors={errors}
            put={(part) => setForm((now) => ({ ...now, ...part }))}
          />
        </>
      )}
    </CommandDialog>
  )
}
