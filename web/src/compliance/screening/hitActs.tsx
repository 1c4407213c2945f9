import { defineActs } from '../../kit/act/defineActs'

interface Given {
  id: string
  name: string
}

/** Whose work a hit becomes. */
export default defineActs<Given>()(
  {
    texts: ['screening'],
    ids: ({ id }): Record<string, string> => ({ id }),
    subject: ({ name }) => ({ thing: name }),
    fields: 'screening.field',
  },
  {
    take: {
      command: 'compliance:hit:assign',
      title: 'screening.hit_acts.take',
      submit: 'screening.hit_acts.take',
      text: 'screening.hit_acts.take_text',
      done: 'screening.hit_acts.done',
      fixed: { email: null },
    },
    assign: {
      command: 'compliance:hit:assign',
      title: 'screening.hit_acts.assign',
      submit: 'screening.hit_acts.assign',
      done: 'screening.hit_acts.done',
    },
  },
)
