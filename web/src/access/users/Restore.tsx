import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { nameOf } from '../access'
import type { UserRow } from '../contract'
import { Ask } from '../parts/Ask'

/** Lets a suspended person in again. */
export default function Restore({ user, onClose }: CommandProps & { user: UserRow }) {
  const t = useT('access')
  return (
    <Ask
      title={t('access.restore.title')}
      text={t('access.restore.text', { email: user.email })}
      submit={t('access.restore.submit')}
      done={t('access.restore.done')}
      subject={nameOf(user)}
      send={(header) =>
        answer(api.POST('/rbac/users/{id}/restore', { params: { path: { id: user.id }, header }, body: {} }))
      }
      onClose={onClose}
    />
  )
}
