import { answer, api } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandDialog } from '../../kit/command/CommandDialog'
import { formatMoney } from '../../kit/format'
import type { ReviewRow } from '../charge'
import styles from './form.module.css'
import { useRefresh } from './useRefresh'

export interface DecideReviewProps extends CommandProps {
  review: Pick<ReviewRow, 'end_to_end_id' | 'amount' | 'payer_name' | 'charge_id'>
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
    <CommandDialog<Record<string, never>, unknown>
      title={t(`payin.reviews.${decision}_title`)}
      submit={t(`payin.reviews.${decision}`)}
      read={() => ({ input: {} })}
      send={(input, header) => {
        const call = { params: { path: { id }, header }, body: input }
        return decision === 'accept'
          ? answer(api.POST('/v1/payin/reviews/{id}/accept', call))
          : answer(api.POST('/v1/payin/reviews/{id}/refund', call))
      }}
      onDone={() => {
        onClose()
        showAlert('success', t(`payin.reviews.${decision}_done`))
        refresh()
      }}
      onClose={onClose}
    >
      {() => <p className={styles.text}>{t(`payin.reviews.${decision}_text`, values)}</p>}
    </CommandDialog>
  )
}
