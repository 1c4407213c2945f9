import { defineActs } from '../../../kit/act/defineActs'
import { planWords } from '../evidence'

/** What the second person can do beside approving. */
export default defineActs<{ id: string }>()(
  { texts: ['payoutEvidence', 'payoutPayments'], plan: ({ t }) => planWords(t) },
  {
    refuse: {
      command: 'payouts:evidence:refuse',
      title: 'payoutEvidence.refuse.title',
      submit: 'payoutEvidence.refuse.submit',
      text: 'payoutEvidence.refuse.text',
      done: 'payoutEvidence.refuse.done',
      fields: 'payoutEvidence.column',
      danger: true,
    },
  },
)
