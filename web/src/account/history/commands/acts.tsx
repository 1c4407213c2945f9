import type { components } from '../../../app/api-types'
import { defineActs } from '../../../kit/act/defineActs'
import { planWords, transactionPath } from '../entry'

/** What can be done with a transaction. */
export default defineActs<{ id: string }, components['schemas']['Reverted']>()(
  { texts: ['account'] },
  {
    /** Undoes it by its mirror, once it is on the screen what that does to the balance. */
    revert: {
      command: 'account:transaction:revert',
      title: 'account.revert.title',
      submit: 'account.revert.submit',
      text: 'account.revert.text',
      done: 'account.revert.done',
      fields: 'account.revert',
      danger: true,
      plan: ({ t }) => planWords(t),
      after: ({ reversal_id }, { go }) => go(transactionPath(reversal_id)),
    },
  },
)
