import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { formatMoney } from '../../kit/format'
import type { ReviewRow } from '../charge'
import { planWords } from '../planWords'
import styles from './form.module.css'
import { useRefresh } from './useRefresh'

export interface DecideReviewProps extends CommandProps {
  review: Pick<ReviewRow, 'end_to_end_id' | 'amount' | 'payer_name' | 'charge_id' | 'company_name'>
  decision: 'accept' | 'refund'
}

/** Takes a payment under review as the merchant's, or gives it back. */
export default function DecideReview({ review, decision, onClose }: DecideReviewProps) {
  const t = useT('common', 'kit', 'payin')
  const language = useLanguage()
  const refresh = useRefresh(review.charge_id ?? undefined)
  const id = review.end_to_end_id ?? ''
  const values = {
    amount: formatMoney(review.amount, language),
    name: review.payer_name ?? t('payin.list.no_payer'),
  }
  return (
    <CommandForm
      command={`payin:review:${decision}`}
      ids={{ id }}
      title={t(`payin.reviews.${decision}_title`)}
      submit={t(`payin.reviews.${decision}`)}
      subject={review.company_name ?? undefined}
      texts="payin.reviews"
      text={<p className={styles.text}>{t(`payin.reviews.${decision}_text`, values)}</p>}
      words={planWords(t, language, 'payment_status')}
      onDone={() => {
        onClose()
        showAlert('success', t(`payin.reviews.${decision}_done`))
        refresh()
      }}
      onClose={onClose}
    />
  )
}
