import { useState } from 'react'
import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import { useZone } from '../../app/zone'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { Secret, type SecretMade } from '../../kit/secret/Secret'
import type { KeyMade } from '../contract'
import { grantErrors } from '../grantErrors'
import { useOwnCompany } from '../parts/own'
import { useRefresh } from '../useRefresh'
import { KEY_FIELDS, KeyFields } from './KeyFields'
import { EMPTY_KEY, type KeyForm, type KeyValues, readKey } from './keyForm'
import { pendingSecret } from './pendingSecret'

/** Makes a key, and shows its secret the only time that it can be seen. */
export default function NewKey({ onClose }: CommandProps) {
  const t = useT('common', 'kit', 'access')
  const zone = useZone()
  const refresh = useRefresh()
  const company = useOwnCompany()
  const [form, setForm] = useDraft<KeyForm>('form', EMPTY_KEY)
  const [made, setMade] = useState<SecretMade | null>(null)
  if (made) return <Secret made={made} texts="access.secret" onClose={onClose} />
  return (
    <CommandDialog<KeyValues, KeyMade>
      title={t('access.new_key.title')}
      submit={t('access.new_key.submit')}
      subject={company?.name}
      fields={KEY_FIELDS}
      read={() => readKey(form, t, zone)}
      send={async ({ name, addresses, expires_at }, header) => {
        const answered = await grantErrors(
          t,
          answer(
            api.POST('/rbac/keys', {
              params: { header },
              body: { name, role_id: form.role ?? 0, addresses, expires_at },
            }),
          ),
        )
        setMade(pendingSecret(name, answered))
        return answered
      }}
      onDone={(key) => {
        refresh()
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
