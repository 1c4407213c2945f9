import { useRef, useState } from 'react'
import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { Field } from '../../ui/Field'
import { TextInput } from '../../ui/TextInput'
import { nameOf } from '../access'
import type { UserRow } from '../contract'
import styles from '../parts/form.module.css'
import { useRefresh } from '../useRefresh'

/** Shuts a person out, for a reason that stays on record. */
export default function Suspend({ user, onClose }: CommandProps & { user: UserRow }) {
  const t = useT('common', 'kit', 'access')
  const refresh = useRefresh()
  const first = useRef<HTMLInputElement>(null)
  const [reason, setReason] = useState('')
  return (
    <CommandDialog<{ reason: string }, UserRow>
      title={t('access.suspend.title')}
      submit={t('access.suspend.submit')}
      subject={nameOf(user)}
      danger
      fields={['reason']}
      initialFocus={first}
      read={() =>
        reason.trim()
          ? { input: { reason: reason.trim() } }
          : { errors: { reason: t('common.field_required') } }
      }
      send={(input, header) =>
        answer(
          api.POST('/rbac/users/{id}/suspend', {
            params: { path: { id: user.id }, header },
            body: input,
          }),
        )
      }
      onDone={() => {
        onClose()
        showAlert('success', t('access.suspend.done'))
        refresh()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p className={styles.text}>{t('access.suspend.text')}</p>
          <Field label={t('access.suspend.reason')} error={errors.reason} required>
            {(control) => (
              <TextInput
                {...control}
                ref={first}
                maxLength={200}
                autoComplete="off"
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </>
      )}
    </CommandDialog>
  )
}
