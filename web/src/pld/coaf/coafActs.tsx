import { defineActs } from '../../kit/act/defineActs'
import { coafName, communicationPath, FILE_KINDS, optionsOf } from '../pld'

interface Given {
  of: { id: string; number: number; name: string }
  case_id: string
}

/** What becomes of a communication to COAF. */
export default defineActs<Given, { id: string }>()(
  {
    texts: ['pld'],
    ids: ({ of }) => ({ id: of.id }),
    subject: ({ of }) => ({ thing: of.number ? `${coafName(of.number)} · ${of.name}` : of.name }),
    fields: 'pld.acts.fields',
  },
  {
    write: {
      command: 'pld:communication:write',
      title: 'pld.acts.write',
      submit: 'pld.acts.write',
      text: 'pld.acts.write_text',
      ids: () => ({}),
      initial: ({ case_id }) => ({ case: case_id }),
      options: ({ case_id, of }) => ({ case: [{ value: case_id, label: of.name }] }),
      fixed: {
        detail: null,
        codes: null,
        first_on: null,
        last_on: null,
        credit: null,
        debit: null,
        people: null,
      },
      after: ({ id }, { go }) => go(communicationPath(id)),
    },
    check: {
      command: 'pld:communication:move',
      title: 'pld.acts.check',
      submit: 'pld.acts.check',
      text: 'pld.acts.check_text',
      fixed: { choice: 'check', reason: null },
    },
    rewrite: {
      command: 'pld:communication:move',
      title: 'pld.acts.rewrite',
      submit: 'pld.acts.rewrite',
      text: 'pld.acts.rewrite_text',
      fixed: { choice: 'rewrite', reason: null },
    },
    rectify: {
      command: 'pld:communication:move',
      title: 'pld.acts.rectify',
      submit: 'pld.acts.rectify',
      text: 'pld.acts.rectify_text',
      fixed: { choice: 'rectify' },
    },
    cancel: {
      command: 'pld:communication:move',
      title: 'pld.acts.cancel',
      submit: 'pld.acts.cancel',
      text: 'pld.acts.cancel_text',
      fixed: { choice: 'cancel' },
      danger: true,
    },
    approve: {
      command: 'pld:communication:approve',
      title: 'pld.acts.approve_communication',
      submit: 'pld.acts.approve_communication',
      text: 'pld.acts.approve_communication_text',
    },
    export: {
      command: 'pld:coaf_file:create',
      title: 'pld.acts.export',
      submit: 'pld.acts.export',
      text: 'pld.acts.export_text',
      ids: () => ({}),
      initial: () => ({ kind: 'send' }),
      options: (_, { t }) => ({ kind: optionsOf(t, 'file_kind', FILE_KINDS) }),
    },
  },
)
