import { defineActs } from '../../kit/act/defineActs'
import type { Approval, Decided } from '../approvals'
import { announceOutcome } from './announceOutcome'
import styles from './form.module.css'

/** The ways out of a request that need no second look: by a person who asked for it, or by one who decides. */
export default defineActs<{ request: Approval }, Decided>()(
  {
    texts: ['approvals'],
    look: styles.text,
    ids: ({ request }) => ({ id: request.id }),
    subject: ({ request }) => request.company_name,
    after: (decided, { t }) => announceOutcome(t, decided),
  },
  {
    cancel: {
      command: 'approvals:request:cancel',
      title: 'approvals.cancel.title',
      submit: 'approvals.cancel.submit',
      text: 'approvals.cancel.text',
      fields: 'approvals.cancel',
      danger: true,
    },
    reject: {
      command: 'approvals:request:reject',
      title: 'approvals.reject.title',
      submit: 'approvals.reject.submit',
      text: 'approvals.reject.text',
      fields: 'approvals.reject',
      danger: true,
    },
  },
)
