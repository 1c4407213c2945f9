import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { sendCommand } from '../../kit/command/send'
import { nameOf } from '../access'
import type { UserRow } from '../contract'
import { grantErrors } from '../grantErrors'
import { RolePicker } from '../parts/RolePicker'

/** Gives roles and takes them away; it holds from the person's next call. */
export default function EditRoles({ user, onClose }: CommandProps & { user: UserRow }) {
  const t = useT('common', 'kit', 'access')
  const [roles, setRoles] = useDraft<readonly number[]>('roles', user.role_ids)
  return (
    <CommandDialog
      command="access:user:set_roles"
      title={t('access.roles.edit')}
      submit={t('common.action.save')}
      subject={nameOf(user)}
      fields={['roles']}
      read={() => ({ input: { roles: [...roles] } })}
      send={(input, header) =>
        grantErrors(t, sendCommand('access:user:set_roles', { id: user.id }, input, header))
      }
      onDone={() => {
        onClose()
        showAlert('success', t('access.roles.saved'))
      }}
      onClose={onClose}
    >
      {(errors) => (
        <RolePicker chosen={roles} company={user.company_id} error={errors.roles} onChange={setRoles} />
      )}
    </CommandDialog>
  )
}
