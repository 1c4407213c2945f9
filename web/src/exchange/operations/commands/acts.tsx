import { defineActs } from '../../../kit/act/defineActs'
import { type Operation, options } from '../../exchange'
import styles from '../../exchange.module.css'

/** What can be done with an operation. */
export default defineActs<{ operation: Operation }>()(
  {
    texts: ['exchange'],
    look: styles.text,
    ids: ({ operation }) => ({ id: operation.id }),
    subject: ({ operation }) => ({ thing: operation.reference }),
    values: ({ operation }) => ({ reference: operation.reference }),
    fields: 'exchange.field',
  },
  {
    book: {
      command: 'exchange:operation:book',
      title: 'exchange.book.title',
      submit: 'exchange.book.submit',
      text: 'exchange.book.text',
    },
    complete: {
      command: 'exchange:operation:complete',
      title: 'exchange.complete.title',
      submit: 'exchange.complete.submit',
      text: 'exchange.complete.text',
      initial: ({ operation }) => ({
        client_name: operation.client_name ?? '',
        counterparty: operation.counterparty ?? '',
        country: operation.country ?? '',
        purpose: operation.purpose ?? '',
        invoice: operation.invoice ?? '',
        invoice_date: operation.invoice_date ?? '',
      }),
      options: (_, { t }) => ({
        purpose: [{ value: '', label: '—' }, ...options(t, 'purpose', ['1', '2', '3', '4', '5', '6'])],
      }),
    },
    cancel: {
      command: 'exchange:operation:cancel',
      title: 'exchange.cancel.title',
      submit: 'exchange.cancel.submit',
      text: 'exchange.cancel.text',
      danger: true,
    },
    receive: {
      command: 'exchange:operation:receive',
      title: 'exchange.receive.title',
      submit: 'exchange.receive.submit',
      text: 'exchange.receive.text',
    },
    return: {
      command: 'exchange:operation:return',
      title: 'exchange.return.title',
      submit: 'exchange.return.submit',
      text: 'exchange.return.text',
      danger: true,
    },
  },
)
