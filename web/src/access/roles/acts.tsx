import { defineActs } from '../../kit/act/defineActs'
import { roleName } from '../../kit/roleName'
import type { RoleRow } from '../contract'
import styles from '../parts/form.module.css'

/** What can be done with a role beside changing it. */
export default defineActs<{ role: RoleRow; onGone: () => void }>()(
  {
    texts: ['access'],
    look: styles.text,
    ids: ({ role }) => ({ id: String(role.id) }),
    subject: ({ role }, { t }) => ({ thing: roleName(t, role.name) }),
  },
  {
    /** Nobody has it. */
    delete: {
      command: 'access:role:delete',
      title: 'access.delete.title',
      submit: 'access.delete.submit',
      text: 'access.delete.text',
      done: 'access.delete.done',
      danger: true,
      gone: true,
      after: (_, __, { onGone }) => onGone(),
    },
  },
)
