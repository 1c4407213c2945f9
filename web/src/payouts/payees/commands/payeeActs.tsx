import { defineActs } from '../../../kit/act/defineActs'
import { planWords } from '../payee'

/** What can be done with a payee. */
export default defineActs<{ id: string; name: string; tradeName: string | null }>()(
  {
    texts: ['payees'],
    values: ({ name }) => ({ name }),
    fields: 'payees.steer',
    plan: ({ t }) => planWords(t),
  },
  {
    correct: {
      command: 'payouts:payee:correct',
      title: 'payees.correct.title',
      submit: 'payees.correct.submit',
      text: 'payees.correct.text',
      fields: 'payees.add',
      initial: ({ name, tradeName }) => ({ name, trade_name: tradeName ?? '' }),
    },
    check: {
      command: 'payouts:payee:check',
      title: 'payees.check.title',
      submit: 'payees.check.submit',
      text: 'payees.check.text',
      plan: undefined,
    },
    block: {
      command: 'payouts:payee:block',
      title: 'payees.block.title',
      submit: 'payees.block.submit',
      text: 'payees.block.text',
      danger: true,
    },
    unblock: {
      command: 'payouts:payee:unblock',
      title: 'payees.unblock.title',
      submit: 'payees.unblock.submit',
      text: 'payees.unblock.text',
    },
  },
)
