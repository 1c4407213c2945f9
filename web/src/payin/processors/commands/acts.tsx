import { defineActs } from '../../../kit/act/defineActs'
import type { Processor } from '../processors'

/** Tests a processor, lets it get charges, or lets it get no more. */
export default defineActs<{ processor: Processor }>()(
  {
    texts: ['processors'],
    ids: ({ processor }) => ({ id: processor.id }),
    subject: ({ processor }) => ({ thing: processor.name }),
  },
  {
    test: {
      command: 'payin:processor:test',
      title: 'processors.test.title',
      submit: 'processors.test.open',
      text: 'processors.test.text',
      done: 'processors.test.done',
      fields: 'processors.test',
    },
    enable: {
      command: 'payin:processor:enable',
      title: 'processors.enable.title',
      submit: 'processors.enable.open',
      text: 'processors.enable.text',
      done: 'processors.enable.done',
      fields: 'processors.enable',
    },
    disable: {
      command: 'payin:processor:disable',
      title: 'processors.disable.title',
      submit: 'processors.disable.open',
      text: 'processors.disable.text',
      done: 'processors.disable.done',
      fields: 'processors.disable',
      danger: true,
    },
  },
)
