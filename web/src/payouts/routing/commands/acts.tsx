import { defineActs } from '../../../kit/act/defineActs'
import type { Routes } from '../routing'

/** Simulates a version, agrees to it, puts it into force, or drops a draft. */
export default defineActs<{ routes: Routes }>()(
  {
    texts: ['pixRules', 'payoutRoutes'],
    ids: ({ routes }) => ({ id: routes.id }),
    subject: ({ routes }) => ({ thing: `${routes.number} · ${routes.name}` }),
  },
  {
    simulate: {
      command: 'payouts:routes:simulate',
      title: 'payoutRoutes.simulation.title',
      submit: 'payoutRoutes.simulation.run',
      text: 'payoutRoutes.simulation.text',
      done: 'payoutRoutes.simulation.asked',
      plan: undefined,
    },
    approve: {
      command: 'payouts:routes:approve',
      title: 'pixRules.approve.title',
      submit: 'pixRules.approve.open',
      text: 'pixRules.approve.text',
      done: 'pixRules.approve.done',
    },
    activate: {
      command: 'payouts:routes:activate',
      title: 'pixRules.activate.title',
      submit: 'pixRules.activate.open',
      text: 'payoutRoutes.activate_text',
      done: 'pixRules.activate.done',
    },
    discard: {
      command: 'payouts:routes:discard',
      title: 'pixRules.discard.title',
      submit: 'pixRules.discard.open',
      text: 'pixRules.discard.text',
      done: 'pixRules.discard.done',
      danger: true,
    },
  },
)
