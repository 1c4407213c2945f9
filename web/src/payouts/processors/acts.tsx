import { defineActs } from '../../kit/act/defineActs'
import type { PayingProcessor } from './processors'

/** Tests a processor that pays, lets it get orders, or drains it. */
export default defineActs<{ processor: PayingProcessor }>()(
  {
    texts: ['processors', 'payoutFiles'],
    ids: ({ processor }) => ({ id: processor.id }),
    subject: ({ processor }) => ({ thing: processor.name }),
    fields: 'payoutFiles.processors.field',
  },
  {
    test: {
      command: 'payouts:processor:test',
      title: 'processors.test.title',
      submit: 'processors.test.open',
      text: 'processors.test.text',
      done: 'processors.test.done',
    },
    enable: {
      command: 'payouts:processor:enable',
      title: 'processors.enable.title',
      submit: 'processors.enable.open',
      text: 'payoutFiles.processors.enable_text',
      done: 'processors.enable.done',
    },
    disable: {
      command: 'payouts:processor:disable',
      title: 'payoutFiles.processors.drain.title',
      submit: 'payoutFiles.processors.drain.open',
      text: 'payoutFiles.processors.drain.text',
      done: 'payoutFiles.processors.drain.done',
      danger: true,
    },
  },
)
