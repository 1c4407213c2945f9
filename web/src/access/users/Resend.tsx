import { answer, api } from '../../app/api'
import { useT } from '../../app/i18n'
import type { CommandProps } from '../../kit/command/CommandButton'
import { nameOf } from '../access'
import type { UserRow } from '../contract'
import { Ask } from '../parts/Ask'

/** Sends the mail of an invitation again; the link of the one before ends. */
export default function Resend({ user, onClose }: CommandProps & { user: UserRow }) {
  const t = useT('access')
  return (
    <Ask
      title={t('access.resend.title')}
      text={t('access.resend.text', { email: user.email })}
      submit={t('access.resend.submit')}
      done={t('access.resend.done')}
      subject={nameOf(user)}
      send={(header) =>
        answer(api.POST('/rbac/users/{id}/resend', { params: { path: { id: user.id }, header }, body: {} }))
      }
      onClose={onClose}
    />
  )
}
