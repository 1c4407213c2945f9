import { defineActs } from '../../kit/act/defineActs'
import type { Remittance } from './remittance'

/** Says that the bank has a remittance, or gives up a draft. */
export default defineActs<{ remittance: Remittance }>()(
  {
    texts: ['payoutFiles'],
    ids: ({ remittance }) => ({ id: remittance.id }),
    subject: ({ remittance }) => ({ thing: remittance.processor }),
  },
  {
    deliver: {
      command: 'payouts:remittance:deliver',
      title: 'payoutFiles.deliver.title',
      submit: 'payoutFiles.deliver.open',
      text: 'payoutFiles.deliver.text',
      done: 'payoutFiles.deliver.done',
      fields: 'payoutFiles.deliver',
    },
    send: {
      command: 'payouts:remittance:send',
      title: 'payoutFiles.send.title',
      submit: 'payoutFiles.send.open',
      text: 'payoutFiles.send.text',
      done: 'payoutFiles.send.done',
      fields: 'payoutFiles.send',
    },
    send_again: {
      command: 'payouts:remittance:send_again',
      title: 'payoutFiles.send_again.title',
      submit: 'payoutFiles.send_again.open',
      text: 'payoutFiles.send_again.text',
      done: 'payoutFiles.send_again.done',
      fields: 'payoutFiles.send_again',
      danger: true,
    },
    discard: {
      command: 'payouts:remittance:discard',
      title: 'payoutFiles.discard.title',
      submit: 'payoutFiles.discard.open',
      text: 'payoutFiles.discard.text',
      done: 'payoutFiles.discard.done',
      fields: 'payoutFiles.discard',
      danger: true,
    },
  },
)
