import { defineActs } from '../../../kit/act/defineActs'

/** What can be done with the request for a Pix that was sent. */
export default defineActs<{ id: string }>()(
  { texts: ['claims'] },
  {
    cancel: {
      command: 'account:claim:cancel',
      title: 'claims.cancel.title',
      submit: 'claims.cancel.submit',
      text: 'claims.cancel.text',
      done: 'claims.cancel.done',
      fields: 'claims.cancel',
      danger: true,
    },
  },
)
