import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { nameOf } from '../access'
import type { UserRow } from '../contract'
import { Ask } from '../parts/Ask'

/** Signs a person out wherever they are signed in. */
export default function EndSessions({ user, onClose }: CommandProps & { user: UserRow }) {
  const t = useT('access')
  return (
    <Ask
      title={t('access.end_sessions.title')}
      text={t('access.end_sessions.text', { email: user.email })}
      submit={t('access.end_sessions.submit')}
      done={t('access.end_sessions.done')}
      subject={nameOf(user)}
      danger
      send={(header) =>
        answer(
          api.POST('/rbac/users/{id}/end-sessions', {
            params: { path: { id: user.id }, header },
            body: {},
          }),
        )
      }
      onClose={onClose}
    />
  )
}
