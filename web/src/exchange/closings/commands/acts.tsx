import { defineActs } from '../../../kit/act/defineActs'
import { type Closing, options } from '../../exchange'
import styles from '../../exchange.module.css'

/** What can be done with a closing. */
export default defineActs<{ closing: Closing }>()(
  {
    texts: ['exchange'],
    look: styles.text,
    ids: ({ closing }) => ({ id: closing.id }),
    subject: ({ closing }) => ({ thing: closing.reference }),
    values: ({ closing }) => ({ reference: closing.reference, bank: closing.bank }),
    fields: 'exchange.field',
  },
  {
    ask: {
      command: 'exchange:closing:ask_rate',
      title: 'exchange.ask.title',
      submit: 'exchange.ask.submit',
      text: 'exchange.ask.text',
    },
    agree: {
      command: 'exchange:closing:agree',
      title: 'exchange.agree.title',
      submit: 'exchange.agree.submit',
      text: 'exchange.agree.text',
      initial: ({ closing }) => ({ rate: closing.rate ?? '', minutes: 10 }),
    },
    number: {
      command: 'exchange:closing:number',
      title: 'exchange.number.title',
      submit: 'exchange.number.submit',
      text: 'exchange.number.text',
    },
    settle: {
      command: 'exchange:closing:settle',
      title: 'exchange.settle.title',
      submit: 'exchange.settle.submit',
      text: 'exchange.settle.text',
      initial: ({ closing }) => ({ side: closing.home_settled_at ? 'foreign' : 'home' }),
      options: ({ closing }, { t }) => ({
        side: options(
          t,
          'side',
          [closing.home_settled_at ? '' : 'home', closing.foreign_settled_at ? '' : 'foreign'].filter(
            Boolean,
          ),
        ),
      }),
    },
    end: {
      command: 'exchange:closing:end',
      title: 'exchange.end.title',
      submit: 'exchange.end.submit',
      text: 'exchange.end.text',
      danger: true,
      initial: () => ({ outcome: 'cancelled' }),
      options: ({ closing }, { t }) => ({
        outcome: options(
          t,
          'outcome',
          closing.state === 'agreed' ? ['cancelled', 'rejected'] : ['cancelled'],
        ),
      }),
    },
  },
)
