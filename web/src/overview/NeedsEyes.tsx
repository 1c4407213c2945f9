import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Answer } from '../app/api'
import { useLanguage, useT } from '../app/i18n'
import { settings } from '../app/state'
import { useStore } from '../app/store'
import { DateTime } from '../kit/DateTime'
import { formatMoney } from '../kit/format'
import { readPage } from '../kit/list/page'
import { Badge } from '../ui/Badge'
import { Card } from '../ui/Card'
import { Bar } from '../ui/Skeleton'
import styles from './rows.module.css'

type Review = Answer<'/v1/payin/reviews', 'get'>[number]

const REVIEWS = '/dashboard/payin/payments/reviews'
const SHOWN = 3

/** What waits for a person to decide. */
export function NeedsEyes({ waiting }: { waiting: Answer<'/v1/overview', 'get'>['review'] | undefined }) {
  const t = useT('overview', 'payin')
  const language = useLanguage()
  const account = useStore(settings, (state) => state.account?.id ?? null)
  const some = waiting !== undefined && waiting.count > 0
  const { data } = useQuery({
    queryKey: ['list', 'payin.reviews.first', account],
    queryFn: ({ signal }) => readPage<Review>('/v1/payin/reviews', { per_page: SHOWN }, signal),
    enabled: some,
  })
  return (
    <Card
      flush
      title={t('overview.eyes.title')}
      actions={
        some && (
          <Link to={REVIEWS} className={styles.all}>
            {t('overview.eyes.all', { count: waiting.count })}
          </Link>
        )
      }
    >
      <ul className={styles.first}>
        {waiting?.count === 0 && <li className={styles.none}>{t('overview.eyes.none')}</li>}
        {(!waiting || (some && !data)) && (
          <li className={styles.none}>
            <Bar width="40%" />
          </li>
        )}
        {data?.rows.map((review) => (
          <li key={review.end_to_end_id}>
            <Link to={REVIEWS} className={styles.row}>
              <Badge dot tone="atention">
                {t(`payin.review_reason.${review.review_reason}`)}
              </Badge>
              <span className={styles.grow}>
                {t('overview.eyes.from', { name: review.payer_name ?? t('payin.list.no_payer') })}
              </span>
              <span className={styles.muted}>
                {review.received_at && <DateTime at={review.received_at} />}
              </span>
              <span className={styles.amount}>{formatMoney(review.amount, language)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
