import { defineActs } from '../../../kit/act/defineActs'
import styles from '../../exchange.module.css'
import { type Filing, problemWord, wordOf } from '../request'

/** What can be done with a request for a file. */
export default defineActs<{ request: Filing; source?: string; problem?: string }>()(
  {
    texts: ['filings'],
    look: styles.text,
    ids: ({ request }) => ({ id: request.id }),
    subject: ({ request }) => ({ thing: request.number }),
    values: ({ request }, { t }) => ({
      number: request.number,
      version: request.version,
      document: wordOf(t, 'document', request.layout),
    }),
    fields: 'filings.form',
  },
  {
    generate: {
      command: 'filings:request:generate',
      title: 'filings.generate.title',
      submit: 'filings.generate.submit',
      text: 'filings.generate.text',
    },
    approve: {
      command: 'filings:request:approve',
      title: 'filings.approve.title',
      submit: 'filings.approve.submit',
      text: 'filings.approve.text',
    },
    deliver: {
      command: 'filings:request:deliver',
      title: 'filings.deliver.title',
      submit: 'filings.deliver.submit',
      text: 'filings.deliver.text',
    },
    receipt: {
      command: 'filings:request:receipt',
      title: 'filings.receipt.title',
      submit: 'filings.receipt.submit',
      text: 'filings.receipt.text',
      initial: () => ({ outcome: 'accepted' }),
      options: (_, { t }) => ({
        outcome: ['accepted', 'rejected'].map((value) => ({ value, label: wordOf(t, 'state', value) })),
      }),
    },
    excuse: {
      command: 'filings:request:excuse',
      title: 'filings.excuse.title',
      submit: 'filings.excuse.submit',
      text: ({ problem }, { t }) => (problem ? problemWord(t, problem) : ''),
      initial: ({ source, problem }) => ({ source: source ?? '', problem: problem ?? '' }),
      options: ({ source, problem }, { t }) => ({
        source: [{ value: source ?? '', label: source?.slice(-12) ?? '' }],
        problem: [{ value: problem ?? '', label: problem ? problemWord(t, problem) : '' }],
      }),
    },
    change_period: {
      command: 'filings:request:change_period',
      title: 'filings.change_period.title',
      submit: 'filings.change_period.submit',
      text: 'filings.change_period.text',
      initial: ({ request }) => ({ period_from: request.period_from, period_to: request.period_to }),
    },
    cancel: {
      command: 'filings:request:cancel',
      title: 'filings.cancel.title',
      submit: 'filings.cancel.submit',
      text: 'filings.cancel.text',
      danger: true,
    },
  },
)
