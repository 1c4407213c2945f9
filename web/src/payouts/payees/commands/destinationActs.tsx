import { defineActs } from '../../../kit/act/defineActs'
import { planWords } from '../payee'

/** What can be done with a destination. */
export default defineActs<{ id: string; name: string; place: string; hours: number }>()(
  {
    texts: ['payees'],
    values: ({ name, place }) => ({ name, place }),
    fields: 'payees.steer',
    plan: ({ t }) => planWords(t),
  },
  {
    trust: {
      command: 'payouts:destination:trust',
      title: 'payees.trust.title',
      submit: 'payees.trust.submit',
      text: ({ hours, place }, { t }) => t('payees.trust.text', { count: hours, place }),
    },
    refuse: {
      command: 'payouts:destination:refuse',
      title: 'payees.refuse.title',
      submit: 'payees.refuse.submit',
      text: 'payees.refuse.text',
      danger: true,
    },
    retire: {
      command: 'payouts:destination:retire',
      title: 'payees.retire.title',
      submit: 'payees.retire.submit',
      text: 'payees.retire.text',
      danger: true,
    },
  },
)
