import { defineActs } from '../../kit/act/defineActs'
import type { Values } from '../../kit/command/schema'
import { optionsOf, RISKS } from './kyc'

const PROBLEMS = [
  'unreadable',
  'expired',
  'wrong_document',
  'other_person',
  'incomplete',
  'suspicious',
  'other',
] as const
const risks = RISKS.map(({ value }) => value)

interface Given {
  id: string
  number: string
  name: string
  n?: string
  check?: { id: string; port: string; name: string | null }
  values?: Values
}

/** What can be done with a request, a document of it, a proposal and a lead. */
export default defineActs<Given>()(
  {
    texts: ['kyc'],
    ids: ({ id, n }) => ({ id, ...(n ? { n } : {}) }),
    subject: ({ number }) => ({ thing: number }),
    values: ({ number, name }) => ({ number, name }),
    fields: 'kyc.field',
  },
  {
    save: {
      command: 'kyc:request:save',
      title: 'kyc.acts.save',
      submit: 'kyc.acts.keep',
      initial: ({ values }) => values ?? {},
    },
    submit: {
      command: 'kyc:request:send',
      title: 'kyc.acts.submit',
      submit: 'kyc.acts.submit',
      text: 'kyc.acts.submit_text',
      fixed: { act: 'submit' },
    },
    withdraw: {
      command: 'kyc:request:send',
      title: 'kyc.acts.withdraw',
      submit: 'kyc.acts.withdraw',
      text: 'kyc.acts.withdraw_text',
      danger: true,
      fixed: { act: 'withdraw' },
    },
    take: {
      command: 'kyc:request:take',
      title: 'kyc.acts.take',
      submit: 'kyc.acts.take',
      text: 'kyc.acts.take_text',
    },
    ask: { command: 'kyc:request:ask', title: 'kyc.acts.ask', submit: 'kyc.acts.ask' },
    risk: {
      command: 'kyc:request:risk',
      title: 'kyc.acts.risk',
      submit: 'kyc.acts.keep',
      fields: 'kyc.risk_field',
      options: (_, { t }) => ({ risk: optionsOf(t, 'risk', risks) }),
    },
    check: {
      command: 'kyc:request:check',
      title: 'kyc.acts.check',
      submit: 'kyc.acts.check',
      text: 'kyc.acts.check_text',
    },
    verdict: {
      command: 'kyc:request:verdict',
      title: 'kyc.acts.verdict',
      submit: 'kyc.acts.keep',
      initial: ({ check }): Record<string, string> => (check ? { check: check.id } : {}),
      options: ({ check }, { t }) => ({
        check: check
          ? [{ value: check.id, label: [t(`kyc.port.${check.port}`), check.name].join(' · ') }]
          : [],
        verdict: optionsOf(t, 'verdict', ['confirmed', 'not_the_one']),
      }),
    },
    note: { command: 'kyc:request:note', title: 'kyc.acts.note', submit: 'kyc.acts.keep' },
    propose_approval: {
      command: 'kyc:request:propose',
      title: 'kyc.acts.propose_approval',
      submit: 'kyc.acts.propose',
      text: 'kyc.acts.propose_text',
      fixed: { decision: 'approve' },
    },
    propose_rejection: {
      command: 'kyc:request:propose',
      title: 'kyc.acts.propose_rejection',
      submit: 'kyc.acts.propose',
      text: 'kyc.acts.propose_text',
      fields: 'kyc.rejection_field',
      danger: true,
      // Nothing is granted to whoever is rejected, and they are told why.
      fixed: { decision: 'reject', charge_limit: null, withdrawal_limit: null },
      needed: () => ['public_text'],
    },
    document: {
      command: 'kyc:document:review',
      title: 'kyc.acts.document',
      submit: 'kyc.acts.keep',
      fields: 'kyc.document_field',
      initial: ({ values }) => values ?? {},
      options: (_, { t }) => ({
        decision: ['approved', 'revision', 'rejected', 'undone'].map((value) => ({
          value,
          label: t(`kyc.document_decision.${value}`),
        })),
        reason: optionsOf(t, 'refusal', PROBLEMS),
      }),
      // What is asked for again, or refused, is explained to whoever sent it; of what is accepted nothing is.
      hidden: ({ decision }) => (asksAgain(decision) ? [] : ['reason', 'public_text']),
      needed: ({ decision }) => (asksAgain(decision) ? ['reason', 'public_text'] : []),
    },
    decide: {
      command: 'kyc:proposal:decide',
      title: 'kyc.acts.confirm',
      submit: 'kyc.acts.confirm',
      text: 'kyc.acts.confirm_text',
      fixed: { decision: 'confirm' },
    },
    agree: {
      command: 'kyc:proposal:decide',
      title: 'kyc.acts.agree',
      submit: 'kyc.acts.agree',
      text: 'kyc.acts.agree_text',
      fixed: { decision: 'agree' },
    },
    send_back: {
      command: 'kyc:proposal:decide',
      title: 'kyc.acts.send_back',
      submit: 'kyc.acts.send_back',
      text: 'kyc.acts.send_back_text',
      fixed: { decision: 'return' },
    },
    lead_check: {
      command: 'kyc:lead:check',
      title: 'kyc.acts.check',
      submit: 'kyc.acts.check',
      text: 'kyc.acts.check_text',
    },
    assess: {
      command: 'kyc:lead:assess',
      title: 'kyc.acts.assess',
      submit: 'kyc.acts.keep',
      fields: 'kyc.risk_field',
      options: (_, { t }) => ({
        risk: optionsOf(t, 'risk', risks),
        outcome: ['ready', 'needs_look'].map((value) => ({ value, label: t(`kyc.lead_state.${value}`) })),
      }),
    },
    discard: {
      command: 'kyc:lead:end',
      title: 'kyc.acts.discard',
      submit: 'kyc.acts.discard',
      fields: 'kyc.risk_field',
      danger: true,
      fixed: { act: 'discard' },
    },
    reopen: {
      command: 'kyc:lead:end',
      title: 'kyc.acts.reopen',
      submit: 'kyc.acts.reopen',
      fields: 'kyc.risk_field',
      fixed: { act: 'reopen' },
    },
  },
)

function asksAgain(decision: Values[string] | undefined) {
  return decision === 'rejected' || decision === 'revision'
}
