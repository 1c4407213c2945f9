import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { useDraft } from '../../kit/command/draft'
import { nameOf } from '../access'
import type { UserRow } from '../contract'
import { grantErrors } from '../grantErrors'
import { RolePicker } from '../parts/RolePicker'
import { useRefresh } from '../useRefresh'

/** Gives roles and takes them away; it holds from the person's next call. */
export default function EditRoles({ user, onClose }: CommandProps & { user: UserRow }) {
  const t = useT('common', 'kit', 'access')
  const refresh = useRefresh()
  const [roles, setRoles] = useDraft<readonly number[]>('roles', user.role_ids)
  return (
    <CommandDialog
      title={t('access.roles.edit')}
      submit={t('common.action.save')}
      subject={nameOf(user)}
      fields={['roles']}
      read={() => ({ input: { roles: [...roles] } })}
      send={(input, header) =>
        grantErrors(
          t,
          answer(
            api.PUT('/rbac/users/{id}/roles', {
              params: { path: { id: user.id }, header },
              body: input,
            }),
          ),
        )
      }
      onDone={() => {
        onClose()
        showAlert('success', t('access.roles.saved'))
        refresh()
      }}
      onClose={onClose}
    >
      {(errors) => (
        <RolePicker chosen={roles} company={user.company_id} error={errors.roles} onChange={setRoles} />
      )}
    </CommandDialog>
  )
}
