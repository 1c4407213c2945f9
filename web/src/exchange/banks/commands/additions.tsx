import { defineActs } from '../../../kit/act/defineActs'
import { bankPath, CURRENCIES, DIRECTIONS, options, TAX_KINDS } from '../../exchange'
import styles from '../../exchange.module.css'

/** What a merchant pays with. */
const HOME = 'BRL'

const currencies = CURRENCIES.map((value) => ({ value, label: value }))

/** What is added to what prices are made of. */
export default defineActs<object, { id?: string }>()(
  { texts: ['exchange'], look: styles.text, ids: () => ({}), fields: 'exchange.field' },
  {
    bank: {
      command: 'exchange:bank:add',
      title: 'exchange.add_bank.title',
      submit: 'exchange.add_bank.submit',
      text: 'exchange.add_bank.text',
      after: ({ id }, { go }) => {
        if (id) go(bankPath(id))
      },
    },
    rates: {
      command: 'exchange:rate:import',
      title: 'exchange.import_rates.title',
      submit: 'exchange.import_rates.submit',
      text: 'exchange.import_rates.text',
      initial: () => ({ currency: 'USD', source: 'PTAX, olinda.bcb.gov.br' }),
      options: () => ({ currency: currencies }),
    },
    rule: {
      command: 'exchange:tax_rule:add',
      title: 'exchange.add_rule.title',
      submit: 'exchange.add_rule.submit',
      text: 'exchange.add_rule.text',
      initial: () => ({ kind: 'services', direction: 'out' }),
      options: (_, { t }) => ({
        kind: options(t, 'tax_kind', TAX_KINDS),
        direction: options(t, 'direction', DIRECTIONS),
      }),
    },
    agreement: {
      command: 'exchange:agreement:write',
      title: 'exchange.write_agreement.title',
      submit: 'exchange.write_agreement.submit',
      text: 'exchange.write_agreement.text',
      minor: () => ({ fee: HOME }),
      initial: () => ({
        currency: 'USD',
        direction: 'out',
        tax_kind: 'services',
        payment_form: '1',
        purpose: '',
      }),
      options: (_, { t }) => ({
        currency: currencies,
        direction: options(t, 'direction', DIRECTIONS),
        tax_kind: options(t, 'tax_kind', TAX_KINDS),
        payment_form: options(t, 'payment_form', ['1', '2']),
        purpose: [{ value: '', label: '—' }, ...options(t, 'purpose', ['1', '2', '3', '4', '5', '6'])],
      }),
    },
  },
)
