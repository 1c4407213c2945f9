import { defineActs } from '../../../kit/act/defineActs'
import { formatMoney } from '../../../kit/format'
import { extents, type Order, planWords, wordOf } from '../order'

interface Given {
  id: string
  name: string
  holder: string
  type: Order['type']
  /** Of an order to unblock: whether it names what it lets go. */
  part: boolean
  held: Order['held']
}

/** What is done with a court's order. */
export default defineActs<Given>()(
  {
    texts: ['judicialOrders'],
    subject: ({ holder }) => ({ thing: holder }),
    values: ({ name }) => ({ name }),
    fields: 'judicialOrders.fields',
  },
  {
    execute: {
      command: 'compliance:judicial_order:execute',
      title: 'judicialOrders.execute.title',
      submit: 'judicialOrders.execute.submit',
      text: ({ type, part }, { t }) =>
        t(type === 'unblock' && part ? 'judicialOrders.execute.part' : `judicialOrders.execute.${type}`),
      plan: ({ t, language }) => planWords(t, language),
    },
    withdraw: {
      command: 'compliance:judicial_order:withdraw',
      title: 'judicialOrders.withdraw.title',
      submit: 'judicialOrders.withdraw.submit',
      text: 'judicialOrders.withdraw.text',
      fields: 'judicialOrders.withdraw_fields',
      danger: true,
    },
    answer: {
      command: 'compliance:judicial_order:answer',
      title: 'judicialOrders.answer.title',
      submit: 'judicialOrders.answer.submit',
      text: 'judicialOrders.answer.text',
    },
    direct: {
      command: 'compliance:judicial_order:direct',
      title: 'judicialOrders.direct.title',
      submit: 'judicialOrders.direct.submit',
      text: 'judicialOrders.direct.text',
      initial: () => ({ account_type: 'CACC' }),
      options: (_, { t }) => ({
        account_type: ['CACC', 'SVGS', 'TRAN'].map((value) => ({
          value,
          label: wordOf(t, 'account_type', value),
        })),
      }),
    },
    pay: {
      command: 'compliance:judicial_order:pay',
      title: 'judicialOrders.pay.title',
      submit: 'judicialOrders.pay.submit',
      text: 'judicialOrders.pay.text',
      danger: true,
      plan: ({ t, language }) => planWords(t, language),
    },
    let_in: {
      command: 'compliance:judicial_order:let_in',
      title: 'judicialOrders.let_in.title',
      submit: 'judicialOrders.let_in.submit',
      text: 'judicialOrders.let_in.text',
    },
    shut_out: {
      command: 'compliance:judicial_order:shut_out',
      title: 'judicialOrders.shut_out.title',
      submit: 'judicialOrders.shut_out.submit',
      text: 'judicialOrders.shut_out.text',
      danger: true,
    },
    release: {
      command: 'compliance:judicial_order:end',
      title: 'judicialOrders.release.title',
      submit: 'judicialOrders.release.submit',
      text: ({ held }, { t, language }) =>
        t('judicialOrders.release.text', { held: held ? formatMoney(held, language) : '—' }),
      fields: 'judicialOrders.release_fields',
      fixed: { how: 'released' },
      lead: ['extent', 'amount'],
      initial: () => ({ extent: 'all' }),
      options: (_, { t }) => ({ extent: extents(t) }),
      hidden: ({ extent }) => (extent === 'part' ? [] : ['amount']),
      needed: () => ['extent', 'amount'],
      plan: ({ t, language }) => planWords(t, language),
    },
    transfer: {
      command: 'compliance:judicial_order:end',
      title: 'judicialOrders.transfer.title',
      submit: 'judicialOrders.transfer.submit',
      text: 'judicialOrders.transfer.text',
      danger: true,
      fixed: { how: 'transferred', extent: 'all', amount: null },
      plan: ({ t, language }) => planWords(t, language),
    },
  },
)
