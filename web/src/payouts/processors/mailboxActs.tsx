import { defineActs } from '../../kit/act/defineActs'
import type { PayoutMailbox } from './processors'

/** Tests a mailbox, looks into it, and takes it into use or out of it. */
export default defineActs<{ mailbox: PayoutMailbox }>()(
  {
    texts: ['payoutFiles'],
    ids: ({ mailbox }) => ({ id: mailbox.processor_id }),
    subject: ({ mailbox }) => ({ thing: mailbox.processor }),
    fields: 'payoutFiles.mailbox.field',
  },
  {
    test: {
      command: 'payouts:mailbox:test',
      title: 'payoutFiles.mailbox.test.title',
      submit: 'payoutFiles.mailbox.test.open',
      text: 'payoutFiles.mailbox.test.text',
      done: 'payoutFiles.mailbox.test.done',
    },
    look: {
      command: 'payouts:mailbox:look',
      title: 'payoutFiles.mailbox.look.title',
      submit: 'payoutFiles.mailbox.look.open',
      text: 'payoutFiles.mailbox.look.text',
      done: 'payoutFiles.mailbox.look.done',
    },
    enable: {
      command: 'payouts:mailbox:enable',
      title: 'payoutFiles.mailbox.enable.title',
      submit: 'payoutFiles.mailbox.enable.open',
      text: 'payoutFiles.mailbox.enable.text',
      done: 'payoutFiles.mailbox.enable.done',
    },
    disable: {
      command: 'payouts:mailbox:disable',
      title: 'payoutFiles.mailbox.disable.title',
      submit: 'payoutFiles.mailbox.disable.open',
      text: 'payoutFiles.mailbox.disable.text',
      done: 'payoutFiles.mailbox.disable.done',
      danger: true,
    },
  },
)
