import { defineActs } from '../../kit/act/defineActs'
import { nameOf } from '../access'
import type { UserRow } from '../contract'
import styles from '../parts/form.module.css'

/** What can be done with a person without choosing anything. */
export default defineActs<{ user: UserRow }>()(
  {
    texts: ['access'],
    look: styles.text,
    ids: ({ user }) => ({ id: user.id }),
    subject: ({ user }) => nameOf(user),
    values: ({ user }) => ({ email: user.email }),
  },
  {
    resend: {
      command: 'access:user:resend',
      title: 'access.resend.title',
      submit: 'access.resend.submit',
      text: 'access.resend.text',
      done: 'access.resend.done',
    },
    restore: {
      command: 'access:user:restore',
      title: 'access.restore.title',
      submit: 'access.restore.submit',
      text: 'access.restore.text',
      done: 'access.restore.done',
    },
    end_sessions: {
      command: 'access:user:end_sessions',
      title: 'access.end_sessions.title',
      submit: 'access.end_sessions.submit',
      text: 'access.end_sessions.text',
      done: 'access.end_sessions.done',
      danger: true,
    },
    suspend: {
      command: 'access:user:suspend',
      title: 'access.suspend.title',
      submit: 'access.suspend.submit',
      text: 'access.suspend.text',
      done: 'access.suspend.done',
      danger: true,
      fields: 'access.suspend',
    },
  },
)
