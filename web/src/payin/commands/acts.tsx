import { type ActTools, defineActs } from '../../kit/act/defineActs'
import { formatMoney } from '../../kit/format'
import type { ReviewRow } from '../charge'
import { planWords } from '../planWords'
import styles from './form.module.css'

const charge = ({ t, language }: ActTools) => planWords(t, language, 'status')

/** What needs no words of the person: with one charge, or with one static code. */
export default defineActs<{ id: string }>()(
  { texts: ['payin'], look: styles.text },
  {
    /** Nobody has paid it. */
    cancel: {
      command: 'payin:charge:cancel',
      title: 'payin.cancel.title',
      submit: 'payin.cancel.submit',
      text: 'payin.cancel.text',
      danger: true,
      plan: charge,
    },
    /** The provider refused it. */
    retry: {
      command: 'payin:charge:retry',
      title: 'payin.retry.title',
      submit: 'payin.retry.submit',
      text: 'payin.retry.text',
      plan: charge,
    },
    disable_code: {
      command: 'payin:code:disable',
      title: 'payin.codes.disable.title',
      submit: 'payin.codes.disable.submit',
      text: 'payin.codes.disable.text',
      danger: true,
      plan: ({ t, language }) => planWords(t, language, 'codes.status'),
    },
  },
)

interface Reviewed {
  review: Pick<ReviewRow, 'end_to_end_id' | 'amount' | 'payer_name' | 'charge_id' | 'company_name'>
}

/** The two ways out of a review: the payment is the merchant's, or goes back. */
export const ReviewActs = defineActs<Reviewed>()(
  {
    texts: ['payin'],
    look: styles.text,
    ids: ({ review }) => ({ id: review.end_to_end_id ?? '' }),
    subject: ({ review }) => review.company_name ?? undefined,
    values: ({ review }, { t, language }) => ({
      amount: formatMoney(review.amount, language),
      name: review.payer_name ?? t('payin.list.no_payer'),
    }),
    fields: 'payin.reviews',
    plan: ({ t, language }) => planWords(t, language, 'payment_status'),
  },
  {
    accept: {
      command: 'payin:review:accept',
      title: 'payin.reviews.accept_title',
      submit: 'payin.reviews.accept',
      text: 'payin.reviews.accept_text',
      done: 'payin.reviews.accept_done',
    },
    refund: {
      command: 'payin:review:refund',
      title: 'payin.reviews.refund_title',
      submit: 'payin.reviews.refund',
      text: 'payin.reviews.refund_text',
      done: 'payin.reviews.refund_done',
    },
  },
)
