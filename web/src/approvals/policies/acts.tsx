import { defineActs } from '../../kit/act/defineActs'
import type { PolicyRow } from '../approvals'
import styles from '../commands/form.module.css'
import { sentenceOf } from './sentence'

/** What can be done with a policy without filling anything in. */
export default defineActs<{ policy: PolicyRow }>()(
  {
    texts: ['approvals'],
    look: styles.text,
    ids: ({ policy }) => ({ id: policy.id }),
    subject: ({ policy }) => policy.company_name ?? undefined,
  },
  {
    /** Somebody else has to agree. */
    delete: {
      command: 'approvals:policy:delete',
      title: 'approvals.policy.delete_title',
      submit: 'approvals.policy.remove',
      text: ({ policy }, { t, language }) => sentenceOf(policy, t, language),
      done: 'approvals.policy.deleted',
      fields: 'approvals.policy',
      danger: true,
    },
  },
)
