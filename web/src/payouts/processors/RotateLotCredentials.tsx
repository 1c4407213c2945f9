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
  EMPTY_CREDENTIALS,
  missingIn,
  SECRETS,
} from '../../payin/processors/commands/credentials'
import type { PayingProcessor } from './processors'

type Credentials = components['schemas']['LotCredentialsInput']

/** Gives a processor of lots other credentials; those it has hold until the new ones were tested. */
export default function RotateLotCredentials({
  processor,
  onClose,
}: CommandProps & { processor: PayingProcessor }) {
  const t = useT('common', 'kit', 'processors')
  const { base_url, token_url, client_id } = processor
  const [form, setForm] = useDraft(
    'form',
    () => ({
      ...EMPTY_CREDENTIALS,
      base_url: base_url ?? '',
      token_url: token_url ?? '',
      client_id: client_id ?? '',
    }),
    { never: SECRETS },
  )
  return (
    <CommandDialog<Credentials, components['schemas']['PayoutProcessor']>
      command="payouts:processor:rotate_lots"
      title={t('processors.rotate.title')}
      submit={t('processors.rotate.submit')}
      subject={{ thing: processor.name }}
      fields={CREDENTIAL_FIELDS}
      read={() => {
        const errors = missingIn(form, t, 'app_key')
        return Object.keys(errors).length
          ? { errors }
          : { input: { ...clientOf(form), app_key: form.app_key } }
      }}
      send={(body, header) =>
        sendCommand('payouts:processor:rotate_lots', { id: processor.id }, body, header)
      }
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
            own="app_key"
            form={form}
            errors={errors}
            put={(part) => setForm((now) => ({ ...now, ...part }))}
          />
        </>
      )}
    </CommandDialog>
  )
}
