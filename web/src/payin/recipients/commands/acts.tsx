import { defineActs } from '../../../kit/act/defineActs'
import styles from '../../commands/form.module.css'
import { planWords, type RecipientRecord } from '../recipient'

/** Suspends a recipient, or lets it take part again. */
export default defineActs<{ recipient: Pick<RecipientRecord, 'id' | 'name' | 'status'> }>()(
  {
    texts: ['recipients'],
    look: styles.text,
    ids: ({ recipient }) => ({ id: recipient.id }),
    values: ({ recipient }) => ({ name: recipient.name }),
    fields: 'recipients.steer',
    plan: ({ t, language }, { recipient }) => planWords(t, language, recipient.name),
  },
  {
    suspend: {
      command: 'payin:recipient:suspend',
      title: 'recipients.suspend.title',
      submit: 'recipients.suspend.submit',
      text: 'recipients.suspend.text',
      danger: true,
    },
    reactivate: {
      command: 'payin:recipient:reactivate',
      title: 'recipients.reactivate.title',
      submit: 'recipients.reactivate.submit',
      text: 'recipients.reactivate.text',
    },
  },
)

/** What can be done with a saved split. */
export const SplitActs = defineActs<{ id: string; name: string }>()(
  { texts: ['recipients'], look: styles.text, values: ({ name }) => ({ name }) },
  {
    remove: {
      command: 'payin:split_rule:remove',
      title: 'recipients.splits.remove.title',
      submit: 'recipients.splits.remove.submit',
      text: 'recipients.splits.remove.text',
      fields: 'recipients.splits.remove',
      danger: true,
    },
  },
)
