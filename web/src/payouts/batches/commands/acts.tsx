import { defineActs } from '../../../kit/act/defineActs'
import { batchPath, planWords } from '../batch'

/** What can be done with a batch that has no form of its own. */
export default defineActs<{ id: string }, { id: string }>()(
  { texts: ['payoutBatches'] },
  {
    pause: {
      command: 'payouts:payout_batch:pause',
      title: 'payoutBatches.pause.title',
      submit: 'payoutBatches.pause.submit',
      text: 'payoutBatches.pause.text',
    },
    resume: {
      command: 'payouts:payout_batch:resume',
      title: 'payoutBatches.resume.title',
      submit: 'payoutBatches.resume.submit',
      text: 'payoutBatches.resume.text',
    },
    stop: {
      command: 'payouts:payout_batch:stop',
      title: 'payoutBatches.stop.title',
      submit: 'payoutBatches.stop.submit',
      text: 'payoutBatches.stop.text',
      danger: true,
      fields: 'payoutBatches.stop',
      plan: ({ t, language }) => planWords(t, language),
    },
    cancel: {
      command: 'payouts:payout_batch:cancel',
      title: 'payoutBatches.cancel.title',
      submit: 'payoutBatches.cancel.submit',
      text: 'payoutBatches.cancel.text',
      danger: true,
    },
    again: {
      command: 'payouts:payout_batch:again',
      title: 'payoutBatches.again.title',
      submit: 'payoutBatches.again.submit',
      text: 'payoutBatches.again.text',
      after: ({ id }, { go }) => go(batchPath(id)),
    },
  },
)
