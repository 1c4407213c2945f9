import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import type { RoleRow } from '../contract'
import { Ask } from '../parts/Ask'

/** Deletes a role that nobody has. */
export default function DeleteRole({
  role,
  onGone,
  onClose,
}: CommandProps & { role: RoleRow; onGone: () => void }) {
  const t = useT('access')
  return (
    <Ask
      title={t('access.delete.title')}
      text={t('access.delete.text')}
      submit={t('access.delete.submit')}
      done={t('access.delete.done')}
      subject={{ thing: role.name }}
      danger
      send={(header) =>
        answer(
          api.DELETE('/rbac/roles/{id}', { params: { path: { id: String(role.id) }, header }, body: {} }),
        )
      }
      onDone={onGone}
      onClose={onClose}
    />
  )
}
