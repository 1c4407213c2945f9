import { defineActs } from '../../kit/act/defineActs'
import type { KeyRow } from '../contract'
import styles from '../parts/form.module.css'

/** What can be done with a key without filling anything in. */
export default defineActs<{ record: KeyRow }>()(
  {
    texts: ['access'],
    look: styles.text,
    ids: ({ record }) => ({ id: record.id }),
    subject: ({ record }) => ({ thing: record.name }),
  },
  {
    /** At once and for good. */
    revoke: {
      command: 'access:key:revoke',
      title: 'access.revoke.title',
      submit: 'access.revoke.submit',
      text: 'access.revoke.text',
      done: 'access.revoke.done',
      danger: true,
    },
  },
)
