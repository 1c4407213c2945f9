import { defineActs } from '../../kit/act/defineActs'

/** What becomes of a file to COAF. */
export default defineActs<{ file: { id: string; batch_id: string } }>()(
  {
    texts: ['pld'],
    ids: ({ file }) => ({ id: file.id }),
    subject: ({ file }) => ({ thing: file.batch_id }),
    fields: 'pld.acts.fields',
  },
  {
    send: {
      command: 'pld:coaf_file:send',
      title: 'pld.acts.send',
      submit: 'pld.acts.send',
      text: 'pld.acts.send_text',
      fixed: { by_hand: false },
    },
    by_hand: {
      command: 'pld:coaf_file:send',
      title: 'pld.acts.by_hand',
      submit: 'pld.acts.by_hand',
      text: 'pld.acts.by_hand_text',
      fixed: { by_hand: true },
    },
  },
)
