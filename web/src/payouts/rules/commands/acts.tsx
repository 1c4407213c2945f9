import { defineActs } from '../../../kit/act/defineActs'
import type { Rules } from '../rules'

/** Asks a version of the past, agrees to it, puts it into force, or drops a draft. */
export default defineActs<{ rules: Rules }>()(
  {
    texts: ['pixRules', 'payoutRules'],
    ids: ({ rules }) => ({ id: rules.id }),
    subject: ({ rules }) => ({ thing: `${rules.number} · ${rules.name}` }),
  },
  {
    backtest: {
      command: 'payouts:rules:backtest',
      title: 'payoutRules.backtest.title',
      submit: 'payoutRules.backtest.run',
      text: 'payoutRules.backtest.text',
      done: 'payoutRules.backtest.asked',
      plan: undefined,
    },
    approve: {
      command: 'payouts:rules:approve',
      title: 'pixRules.approve.title',
      submit: 'pixRules.approve.open',
      text: 'pixRules.approve.text',
      done: 'pixRules.approve.done',
    },
    activate: {
      command: 'payouts:rules:activate',
      title: 'pixRules.activate.title',
      submit: 'pixRules.activate.open',
      text: 'payoutRules.activate_text',
      done: 'pixRules.activate.done',
    },
    discard: {
      command: 'payouts:rules:discard',
      title: 'pixRules.discard.title',
      submit: 'pixRules.discard.open',
      text: 'pixRules.discard.text',
      done: 'pixRules.discard.done',
      danger: true,
    },
  },
)
