import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '../app/i18n'
import { formatNumber } from '../kit/format'
import { DEFAULT_PRESET } from '../kit/list/period'
import { Badge } from '../ui/Badge'
import { buttonClass } from '../ui/Button'
import { REVIEWS_PATH } from './charge'
import styles from './list.module.css'
import { useSummary } from './useSummary'

/** The way to what waits for a decision, and how many do. */
export function ReviewsLink() {
  const t = useT('payin')
  const language = useLanguage()
  // What is under review does not depend on the period; asking for the usual one shares the answer with the tiles.
  const { data } = useSummary({ preset: DEFAULT_PRESET }).query
  return (
    <Link to={REVIEWS_PATH} className={buttonClass('secondary')}>
      {t('payin.reviews.title')}
      {/* Its place is there before the number is: what stands beside it does not move. */}
      <span className={styles.count}>
        {data && (
          <Badge tone={data.review.count > 0 ? 'atention' : 'neutral'}>
            {formatNumber(data.review.count, language)}
          </Badge>
        )}
      </span>
    </Link>
  )
}
