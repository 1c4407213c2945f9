import { defineActs } from '../../../kit/act/defineActs'

/** What can be done with a file of returns, and with one of its lines. */
export default defineActs<{ id: string; name: string; count: number; staff: boolean; number?: number }>()(
  {
    texts: ['payoutRefunds'],
    values: ({ name, count, number }) => ({ name, count, number: String(number ?? '') }),
  },
  {
    apply: {
      command: 'payouts:return_notice:apply',
      title: 'payoutRefunds.notices.apply.title',
      submit: 'payoutRefunds.notices.apply.submit',
      text: ({ staff, count }, { t }) =>
        t(`payoutRefunds.notices.apply.${staff ? 'text' : 'ask'}`, { count }),
    },
    discard: {
      command: 'payouts:return_notice:discard',
      title: 'payoutRefunds.notices.discard.title',
      submit: 'payoutRefunds.notices.discard.submit',
      text: 'payoutRefunds.notices.discard.text',
      danger: true,
    },
    suspend: {
      command: 'payouts:return_notice:suspend_line',
      ids: ({ id, number }) => ({ id, number: String(number) }),
      title: 'payoutRefunds.notices.suspend.title',
      submit: 'payoutRefunds.notices.suspend.submit',
      text: 'payoutRefunds.notices.suspend.text',
      fields: 'payoutRefunds.notices.column',
      done: 'payoutRefunds.notices.suspend.done',
    },
  },
)
