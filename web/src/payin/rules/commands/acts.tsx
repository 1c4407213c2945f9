import { defineActs } from '../../../kit/act/defineActs'
import type { PlanWords } from '../../../kit/command/plan'
import type { Rules } from '../rules'

/** What merchants lose is told; that a status changes is what the button says. */
const LOSSES: PlanWords = { field: () => null, value: (_, value) => (typeof value === 'string' ? value : '') }

/** Agrees to a version, puts it into force, or drops a draft. */
export default defineActs<{ rules: Rules }>()(
  {
    texts: ['pixRules'],
    ids: ({ rules }) => ({ id: rules.id }),
    subject: ({ rules }) => ({ thing: `${rules.number} · ${rules.name}` }),
  },
  {
    approve: {
      command: 'payin:rules:approve',
      title: 'pixRules.approve.title',
      submit: 'pixRules.approve.open',
      text: 'pixRules.approve.text',
      done: 'pixRules.approve.done',
      plan: () => LOSSES,
      fields: 'pixRules.approve',
    },
    activate: {
      command: 'payin:rules:activate',
      title: 'pixRules.activate.title',
      submit: 'pixRules.activate.open',
      text: 'pixRules.activate.text',
      done: 'pixRules.activate.done',
      plan: () => LOSSES,
      fields: 'pixRules.activate',
    },
    discard: {
      command: 'payin:rules:discard',
      title: 'pixRules.discard.title',
      submit: 'pixRules.discard.open',
      text: 'pixRules.discard.text',
      done: 'pixRules.discard.done',
      fields: 'pixRules.discard',
      danger: true,
    },
  },
)
