import { defineActs } from '../../../kit/act/defineActs'
import { outcomesOf, planWords } from '../case'

/** How a case ends: one person proposes, another settles it or gives it back. */
export default defineActs<{ id: string; incoming: boolean | null }>()(
  { texts: ['payoutCases'], plan: ({ t }) => planWords(t) },
  {
    propose: {
      command: 'payouts:case:propose',
      title: 'payoutCases.propose.title',
      submit: 'payoutCases.propose.submit',
      text: 'payoutCases.propose.text',
      fields: 'payoutCases.column',
      initial: ({ incoming }) => ({ outcome: incoming === null ? 'accepted' : 'bank' }),
      options: ({ incoming }, { t }) => ({
        outcome: outcomesOf(incoming).map((value) => ({ value, label: t(`payoutCases.outcome.${value}`) })),
      }),
    },
    settle: {
      command: 'payouts:case:settle',
      title: 'payoutCases.settle.title',
      submit: 'payoutCases.settle.submit',
      text: 'payoutCases.settle.text',
      done: 'payoutCases.settle.done',
    },
    give_back: {
      command: 'payouts:case:give_back',
      title: 'payoutCases.give_back.title',
      submit: 'payoutCases.give_back.submit',
      text: 'payoutCases.give_back.text',
      fields: 'payoutCases.column',
      done: 'payoutCases.give_back.done',
    },
  },
)
