import { defineActs } from '../../../kit/act/defineActs'
import { type Bank, CURRENCIES, DIRECTIONS, options } from '../../exchange'
import styles from '../../exchange.module.css'

/** What can be done with a bank of the exchange. */
export default defineActs<{ bank: Bank }>()(
  {
    texts: ['exchange'],
    look: styles.text,
    ids: ({ bank }) => ({ id: bank.id }),
    subject: ({ bank }) => ({ thing: bank.name }),
    values: ({ bank }) => ({ name: bank.name }),
    fields: 'exchange.field',
  },
  {
    change: {
      command: 'exchange:bank:change',
      title: 'exchange.change_bank.title',
      submit: 'exchange.change_bank.submit',
      initial: ({ bank }) => ({
        line: bank.line_granted.amount,
        contact: bank.contact ?? '',
        quotes: bank.quotes,
      }),
    },
    currency: {
      command: 'exchange:bank:set_currency',
      title: 'exchange.set_currency.title',
      submit: 'exchange.set_currency.submit',
      text: 'exchange.set_currency.text',
      initial: () => ({ currency: 'USD', cut_off: '16:30', home_days: 0, foreign_days: 2 }),
      options: () => ({ currency: CURRENCIES.map((value) => ({ value, label: value })) }),
    },
    spread: {
      command: 'exchange:bank:set_spread',
      title: 'exchange.set_spread.title',
      submit: 'exchange.set_spread.submit',
      text: 'exchange.set_spread.text',
      minor: ({ currency }) => ({ from_amount: String(currency || 'USD') }),
      initial: ({ bank }) => ({
        currency: bank.currencies[0]?.currency ?? '',
        direction: 'out',
        from_amount: 0,
      }),
      options: ({ bank }, { t }) => ({
        currency: bank.currencies.map(({ currency }) => ({ value: currency, label: currency })),
        direction: options(t, 'direction', DIRECTIONS),
      }),
    },
    state: {
      command: 'exchange:bank:set_state',
      title: 'exchange.set_state.title',
      submit: 'exchange.set_state.submit',
      text: 'exchange.set_state.text',
      initial: ({ bank }) => ({ state: bank.state === 'active' ? 'paused' : 'active' }),
      options: (_, { t }) => ({ state: options(t, 'bank_state', ['active', 'paused', 'ended']) }),
    },
  },
)
