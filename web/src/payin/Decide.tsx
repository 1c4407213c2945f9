import { useT } from '../app/i18n'
import { CommandButton, lazyDialog } from '../kit/command/CommandButton'
import { MAY_REVIEW } from './charge'
import type { DecideReviewProps } from './commands/DecideReview'
import styles from './Decide.module.css'

const decide = lazyDialog(() => import('./commands/DecideReview'))

/** The two ways out of a review. */
export function Decide({ review }: { review: DecideReviewProps['review'] }) {
  const t = useT('payin')
  return (
    <span className={styles.decide}>
      <CommandButton
        dialog={decide}
        given={{ review, decision: 'refund' }}
        permissions={MAY_REVIEW}
        variant="secondary"
        size="small"
      >
        {t('payin.reviews.refund')}
      </CommandButton>
      <CommandButton
        dialog={decide}
        given={{ review, decision: 'accept' }}
        permissions={MAY_REVIEW}
        size="small"
      >
        {t('payin.reviews.accept')}
      </CommandButton>
    </span>
  )
}
