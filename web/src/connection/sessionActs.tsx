import { defineActs } from '../kit/act/defineActs'
import type { Session } from './session'

/** What staff do about a session. */
export default defineActs<{ session: Pick<Session, 'id' | 'person_name'> }>()(
  {
    texts: ['connection'],
    ids: ({ session }) => ({ id: session.id }),
    subject: ({ session }) => ({ thing: session.person_name }),
    values: ({ session }) => ({ name: session.person_name }),
    fields: 'connection.end',
  },
  {
    end: {
      command: 'audit:session:end',
      title: 'connection.end.title',
      submit: 'connection.end.submit',
      text: 'connection.end.text',
      danger: true,
      done: 'connection.end.done',
    },
  },
)
