import { defineActs } from '../kit/act/defineActs'
import { optionsOf } from './incident'

/** What is done with the Pix report of a month. */
export default defineActs<{ month: string; email: string }>()(
  {
    texts: ['availability'],
    subject: ({ month }) => ({ thing: month }),
    values: ({ month }) => ({ month }),
    fields: 'availability.apix_fields',
    initial: ({ month, email }) => ({ month, email, kind: 'I' }),
    options: (_, { t }) => ({ kind: optionsOf(t, 'sending', ['I', 'S']) }),
  },
  {
    freeze: {
      command: 'audit:apix:freeze',
      title: 'availability.apix.freeze_title',
      submit: 'availability.apix.freeze',
      text: 'availability.apix.freeze_text',
      done: 'availability.apix.done',
    },
  },
)
