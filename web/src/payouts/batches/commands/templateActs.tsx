import { queries } from '../../../app/queries'
import { defineActs } from '../../../kit/act/defineActs'
import { TEMPLATES } from '../columnTemplates'

/** What can be done with a template of columns that has no form of its own. */
export default defineActs<{ id: string; name: string; onRetired: () => void }>()(
  { texts: ['payoutBatches'] },
  {
    retire: {
      command: 'payouts:payout_mapping:retire',
      title: 'payoutBatches.mapping.retire.title',
      submit: 'payoutBatches.mapping.retire.submit',
      text: 'payoutBatches.mapping.retire.text',
      values: ({ name }) => ({ name }),
      danger: true,
      done: 'payoutBatches.mapping.retire.done',
      after: (_result, _tools, { onRetired }) => {
        onRetired()
        void queries.invalidateQueries({ queryKey: TEMPLATES })
      },
    },
  },
)
