import { useState } from 'react'
import { useT } from '../../app/i18n'
import { useZone } from '../../app/zone'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { Secret, type SecretMade } from '../../kit/secret/Secret'
import type { KeyMade } from '../contract'
import { grantErrors } from '../grantErrors'
import { useOwnCompany } from '../parts/own'
import { KEY_FIELDS, KeyFields } from './KeyFields'
import { EMPTY_KEY, type KeyForm, type KeyValues, readKey } from './keyForm'
import { pendingSecret } from './pendingSecret'

/** Makes a key, and shows its secret the only time that it can be seen. */
export default function NewKey({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'access')
  const zone = useZone()
  const company = useOwnCompany()
  const [form, setForm] = useDraft<KeyForm>('form', EMPTY_KEY)
  const [made, setMade] = useState<SecretMade | null>(null)
  if (made) return <Secret made={made} texts="access.secret" onClose={onClose} />
  return (
    <CommandDialog<KeyValues, KeyMade>
      command="access:key:create"
      title={t('access.new_key.title')}
      submit={t('access.new_key.submit')}
      subject={company?.name}
      fields={KEY_FIELDS}
      read={() => readKey(form, t, zone)}
      send={async ({ name, addresses, expires_at }, header) => {
        const answered = await grantErrors(
          t,
          sendCommand(
            'access:key:create',
            {},
            { name, role_id: form.role ?? 0, addresses, expires_at },
            header,
          ),
        )
        setMade(pendingSecret(name, answered))
        return answered
      }}
      onDone={(key) => {
        setMade(key)
      }}
      onClose={onClose}
    >
      {(errors) => (
        <KeyFields
          form={form}
          errors={errors}
          company={company?.id}
          put={(part) => setForm((now) => ({ ...now, ...part }))}
        />
      )}
    </CommandDialog>
  )
}
