import { defineActs } from '../../../kit/act/defineActs'

/** What can be done with a table of payees. */
export default defineActs<{ id: string; name: string; count: number }>()(
  { texts: ['payees'], values: ({ name, count }) => ({ name, count }) },
  {
    apply: {
      command: 'payouts:import:apply',
      title: 'payees.imports.apply.title',
      submit: 'payees.imports.apply.submit',
      text: 'payees.imports.apply.text',
    },
    discard: {
      command: 'payouts:import:discard',
      title: 'payees.imports.discard.title',
      submit: 'payees.imports.discard.submit',
      text: 'payees.imports.discard.text',
      danger: true,
    },
  },
)
