import { answer, api } from '../../app/api'
import { linesOf } from '../../app/errors'
import { showAlert } from '../../app/state'
import { defineActs } from '../../kit/act/defineActs'
import { download } from '../../kit/export/server'
import { BLOCK_DIRECTIONS, BLOCK_EFFECTS, optionsOf, PROPOSALS } from '../pld'

interface Given {
  case_: {
    id: string
    protocol: string
    name: string
    facts: string
    capacity: string
    origin: string
    grounds: string
  }
}

/** What becomes of a case of PLD. */
export default defineActs<Given, { id: string }>()(
  {
    texts: ['pld'],
    ids: ({ case_ }) => ({ id: case_.id }),
    subject: ({ case_ }) => ({ thing: `${case_.protocol} · ${case_.name}` }),
    fields: 'pld.acts.fields',
  },
  {
    investigate: {
      command: 'pld:case:move',
      title: 'pld.acts.investigate',
      submit: 'pld.acts.investigate',
      text: 'pld.acts.investigate_text',
      fixed: { choice: 'investigate' },
    },
    wait: {
      command: 'pld:case:move',
      title: 'pld.acts.wait',
      submit: 'pld.acts.wait',
      text: 'pld.acts.wait_text',
      fixed: { choice: 'wait' },
    },
    resume: {
      command: 'pld:case:move',
      title: 'pld.acts.resume',
      submit: 'pld.acts.resume',
      fixed: { choice: 'resume' },
    },
    note: {
      command: 'pld:case:move',
      title: 'pld.acts.note',
      submit: 'pld.acts.save',
      fixed: { choice: 'note' },
    },
    close: {
      command: 'pld:case:move',
      title: 'pld.acts.close',
      submit: 'pld.acts.close',
      text: 'pld.acts.close_text',
      fixed: { choice: 'close' },
    },
    evidence: {
      command: 'pld:case:evidence',
      title: 'pld.acts.evidence',
      submit: 'pld.acts.evidence',
      text: 'pld.acts.evidence_text',
      after: ({ id }, { t }) =>
        void download(
          answer(
            api.GET('/v1/pld-engine/evidence/{id}/content', { params: { path: { id } }, parseAs: 'blob' }),
          ),
        ).catch((reason) => showAlert('error', linesOf(t, reason))),
    },
    block: {
      command: 'pld:case:block',
      title: 'pld.acts.block',
      submit: 'pld.acts.block',
      text: 'pld.acts.block_text',
      initial: () => ({ effect: 'hold', direction: 'both' }),
      options: (_, { t }) => ({
        effect: optionsOf(t, 'block_effect', BLOCK_EFFECTS),
        direction: optionsOf(t, 'block_direction', BLOCK_DIRECTIONS),
      }),
      danger: true,
    },
    propose: {
      command: 'pld:case:propose',
      title: 'pld.acts.propose',
      submit: 'pld.acts.propose',
      text: 'pld.acts.propose_text',
      options: (_, { t }) => ({ proposal: optionsOf(t, 'proposal', PROPOSALS) }),
    },
    agree: {
      command: 'pld:case:decide',
      title: 'pld.acts.agree',
      submit: 'pld.acts.agree',
      text: 'pld.acts.agree_text',
      fixed: { agree: true },
    },
    send_back: {
      command: 'pld:case:decide',
      title: 'pld.acts.send_back',
      submit: 'pld.acts.send_back',
      text: 'pld.acts.send_back_text',
      fixed: { agree: false },
    },
  },
)
