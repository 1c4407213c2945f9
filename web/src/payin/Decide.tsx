import { useT } from '../app/i18n'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { MAY_REVIEW, type ReviewRow } from './charge'
import styles from './Decide.module.css'

const acts = lazyDialog(async () => ({ default: (await import('./commands/acts')).ReviewActs }))

/** The two ways out of a review; what is on its way back has taken one of them. */
export function Decide({ review }: { review: ReviewRow }) {
  const t = useT('payin')
  if (review.giving_back) return <span className={styles.going}>{t('payin.reviews.going_back')}</span>
  return (
    <span className={styles.decide}>
      <CommandButton
        dialog={acts}
        given={{ review, what: 'refund' }}
        permissions={MAY_REVIEW}
        anyMerchant
        variant="ghost"
        size="small"
      >
        {t('payin.reviews.refund')}
      </CommandButton>
      <CommandButton
        dialog={acts}
        given={{ review, what: 'accept' }}
        permissions={MAY_REVIEW}
        anyMerchant
        variant="secondary"
        size="small"
      >
        {t('payin.reviews.accept')}
      </CommandButton>
    </span>
  )
}
