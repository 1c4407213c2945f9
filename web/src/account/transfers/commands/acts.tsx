import { defineActs } from '../../../kit/act/defineActs'
import { objectPath } from '../../../kit/record/objectPath'
import { planWords } from '../transfer'

/** What can be done with money that leaves, by its id. */
export default defineActs<{ id: string }, { id: string }>()(
  { texts: ['transfers', 'claims'] },
  {
    /** Only while the bank has not been asked for it. */
    cancel: {
      command: 'account:withdrawal:cancel',
      title: 'transfers.cancel.title',
      submit: 'transfers.cancel.submit',
      text: 'transfers.cancel.text',
      done: 'transfers.cancel.done',
      danger: true,
      plan: ({ t, language }) => planWords(t, language, 'status'),
    },
    /** Asks a Pix back that was sent: what happened, and how much. */
    contest: {
      command: 'account:claim:open',
      title: 'claims.open.title',
      submit: 'claims.open.submit',
      text: 'claims.open.text',
      fields: 'claims.open',
      initial: () => ({ reason: 'fraud' }),
      options: (_, { t }) => ({
        reason: [
          { value: 'fraud', label: t('claims.reason.fraud') },
          { value: 'operational_flaw', label: t('claims.reason.operational_flaw') },
        ],
      }),
      after: (claim, { go }) => go(objectPath('account:claim', claim.id) ?? '.'),
    },
  },
)
