import { defineActs } from '../../../kit/act/defineActs'
import { wordOf } from '../rule'

/** What is decided on what a merchant has of its own. */
export default defineActs<{ id: string; name: string }>()(
  {
    texts: ['merchantRules'],
    subject: ({ name }) => ({ thing: name }),
    values: ({ name }) => ({ name }),
    fields: 'merchantRules.fields',
  },
  {
    decide: {
      command: 'compliance:merchant_rule:decide',
      title: 'merchantRules.decide.title',
      submit: 'merchantRules.decide.submit',
      text: 'merchantRules.decide.text',
      initial: () => ({ choice: 'approve' }),
      options: (_, { t }) => ({
        choice: (['approve', 'reject'] as const).map((value) => ({
          value,
          label: wordOf(t, 'choice', value),
        })),
      }),
    },
    clear: {
      command: 'compliance:merchant_rule:clear',
      title: 'merchantRules.clear.title',
      submit: 'merchantRules.clear.submit',
      text: 'merchantRules.clear.text',
    },
  },
)
