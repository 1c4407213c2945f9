import { defineActs } from '../../kit/act/defineActs'
import { ruleName } from '../pld'

interface Given {
  version: { id: string; version: number; name: string }
  rule: number
}

/** What becomes of a version of a rule. */
export default defineActs<Given>()(
  {
    texts: ['pld'],
    ids: ({ version }) => ({ id: version.id }),
    subject: ({ version, rule }) => ({ thing: `${ruleName(rule)} v${version.version} · ${version.name}` }),
    fields: 'pld.acts.fields',
  },
  {
    approve: {
      command: 'pld:version:decide',
      title: 'pld.acts.approve',
      submit: 'pld.acts.approve',
      text: 'pld.acts.approve_text',
      fixed: { choice: 'approve' },
    },
    shadow: {
      command: 'pld:version:decide',
      title: 'pld.acts.shadow',
      submit: 'pld.acts.shadow',
      text: 'pld.acts.shadow_text',
      fixed: { choice: 'shadow' },
    },
    activate: {
      command: 'pld:version:decide',
      title: 'pld.acts.activate',
      submit: 'pld.acts.activate',
      text: 'pld.acts.activate_text',
      fixed: { choice: 'activate' },
    },
    retire: {
      command: 'pld:version:decide',
      title: 'pld.acts.retire',
      submit: 'pld.acts.retire',
      text: 'pld.acts.retire_text',
      fixed: { choice: 'retire' },
      needed: () => ['reason'],
      danger: true,
    },
    discard: {
      command: 'pld:version:decide',
      title: 'pld.acts.discard',
      submit: 'pld.acts.discard',
      text: 'pld.acts.discard_text',
      fixed: { choice: 'discard' },
      danger: true,
    },
  },
)
