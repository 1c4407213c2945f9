import { defineActs } from '../../../kit/act/defineActs'
import { planWords } from '../suspect'

/** Takes an entry off the list of suspects. */
export default defineActs<{ id: string; name: string }>()(
  {
    texts: ['suspects'],
    values: ({ name }) => ({ name }),
    subject: (_, { t }) => ({ thing: t('suspects.for_all') }),
    plan: ({ t }) => planWords(t),
  },
  {
    remove: {
      command: 'payouts:suspect:remove',
      title: 'suspects.remove.title',
      submit: 'suspects.remove.submit',
      text: 'suspects.remove.text',
      fields: 'suspects.remove',
    },
  },
)
