import { defineActs } from '../../kit/act/defineActs'

interface Given {
  id: string
  name: string
}

/** What becomes of a pair that somebody proposed for the whitelist. */
export default defineActs<Given>()(
  {
    texts: ['screening'],
    ids: ({ id }): Record<string, string> => ({ id }),
    subject: ({ name }) => ({ thing: name }),
    fields: 'screening.field',
  },
  {
    agree: {
      command: 'compliance:whitelist_pair:decide',
      title: 'screening.pair_acts.agree_title',
      submit: 'screening.pair_acts.agree',
      text: 'screening.pair_acts.agree_text',
      done: 'screening.pair_acts.agree_done',
      fixed: { agree: true },
    },
    refuse: {
      command: 'compliance:whitelist_pair:decide',
      title: 'screening.pair_acts.refuse_title',
      submit: 'screening.pair_acts.refuse',
      text: 'screening.pair_acts.refuse_text',
      done: 'screening.pair_acts.refuse_done',
      fixed: { agree: false },
    },
    end: {
      command: 'compliance:whitelist_pair:end',
      title: 'screening.pair_acts.end_title',
      submit: 'screening.pair_acts.end',
      text: 'screening.pair_acts.end_text',
      done: 'screening.pair_acts.end_done',
    },
  },
)
