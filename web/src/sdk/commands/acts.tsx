import { defineActs } from '../../kit/act/defineActs'
import { type DeliveryRecord, eventWord, type Steered, WEBHOOKS_PATH } from '../sdk'

/** Switches an endpoint on or off, tries it, or takes it away. */
export default defineActs<{ endpoint: Steered }>()(
  {
    texts: ['sdk'],
    ids: ({ endpoint }) => ({ id: endpoint.id }),
    subject: ({ endpoint }) => ({ thing: endpoint.url }),
    fields: 'sdk.field',
  },
  {
    enable: {
      command: 'hooks:endpoint:enable',
      title: 'sdk.enable.title',
      submit: 'sdk.enable.submit',
      text: 'sdk.enable.text',
      done: 'sdk.enable.done',
    },
    disable: {
      command: 'hooks:endpoint:disable',
      title: 'sdk.disable.title',
      submit: 'sdk.disable.submit',
      text: 'sdk.disable.text',
      done: 'sdk.disable.done',
    },
    remove: {
      command: 'hooks:endpoint:remove',
      title: 'sdk.remove.title',
      submit: 'sdk.remove.submit',
      text: 'sdk.remove.text',
      done: 'sdk.remove.done',
      danger: true,
      gone: true,
      after: (_, { go }) => go(WEBHOOKS_PATH),
    },
    test: {
      command: 'hooks:endpoint:test',
      title: 'sdk.test.title',
      submit: 'sdk.test.submit',
      text: 'sdk.test.text',
      done: 'sdk.test.done',
    },
  },
)

/** What can be done with one delivery. */
export const DeliveryActs = defineActs<{ delivery: Pick<DeliveryRecord, 'id' | 'type'> }>()(
  { texts: ['sdk'], ids: ({ delivery }) => ({ id: delivery.id }), fields: 'sdk.field' },
  {
    replay: {
      command: 'hooks:delivery:replay',
      title: 'sdk.replay.title',
      submit: 'sdk.replay.open',
      text: 'sdk.replay.text',
      done: 'sdk.replay.done',
      subject: ({ delivery }, { t }) => ({ thing: eventWord(t, delivery.type) }),
    },
  },
)

/** Makes the publishable key, or another in place of the one before. */
export const KeyActs = defineActs<object>()(
  { texts: ['sdk'], fields: 'sdk.field', done: 'sdk.make.done' },
  {
    make: {
      command: 'checkout:key:make',
      title: 'sdk.make.open',
      submit: 'sdk.make.submit',
      text: 'sdk.make.text',
    },
    make_again: {
      command: 'checkout:key:make',
      title: 'sdk.make.again',
      submit: 'sdk.make.submit',
      text: 'sdk.make.text_again',
      danger: true,
    },
  },
)
