import { Link } from '@tanstack/react-router'
import { CircleAlert, Clock, TriangleAlert } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { formatMoney } from '../../kit/format'
import { Banner } from '../../ui/Banner'
import { type ChargeRecord, casePath, isOpen, REVIEWS_PATH } from '../charge'
import { outageWords } from '../outage'
import { RefundsAsked } from './RefundsAsked'
import styles from './Situation.module.css'

const ICON = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }

/** What a person should know first: what went wrong, and what happens next without or with them. */
export function Situation({ charge }: { charge: ChargeRecord }) {
  const t = useT('payin')
  const language = useLanguage()
  const { status, last_error: error, cancel_requested: cancelling } = charge
  const inReview = charge.payments.some((payment) => payment.status === 'under_review')
  return (
    <div className={styles.situation} aria-live="polite">
      {status === 'failed' && (
        <Banner tone="error" icon={<CircleAlert {...ICON} />}>
          <strong>{t('payin.situation.failed')}</strong>
          {error && <p className={styles.said}>{outageWords(t, error)}</p>}
          <p>{t('payin.situation.failed_next')}</p>
        </Banner>
      )}
      {isOpen(charge) && error && (
        <Banner tone="awaiting" icon={<TriangleAlert {...ICON} />}>
          <strong>{t('payin.situation.waiting')}</strong>
          <p className={styles.said}>{outageWords(t, error)}</p>
          <p>{t('payin.situation.waiting_next')}</p>
        </Banner>
      )}
      {isOpen(charge) && cancelling && (
        <Banner tone="awaiting" icon={<Clock {...ICON} />}>
          {t('payin.situation.cancelling')}
        </Banner>
      )}
      {isOpen(charge) && charge.due?.revising && (
        <Banner tone="awaiting" icon={<Clock {...ICON} />}>
          {t('payin.situation.revising')}
        </Banner>
      )}
      {isOpen(charge) && charge.due?.revision_error && (
        <Banner tone="error" icon={<CircleAlert {...ICON} />}>
          <strong>{t('payin.situation.not_revised')}</strong>
          <p className={styles.said}>{outageWords(t, charge.due.revision_error)}</p>
          <p>{t('payin.situation.not_revised_next')}</p>
        </Banner>
      )}
      {inReview && (
        <Banner
          tone="atention"
          icon={<TriangleAlert {...ICON} />}
          action={<Link to={REVIEWS_PATH}>{t('payin.reviews.title')}</Link>}
        >
          {t('payin.situation.in_review')}
        </Banner>
      )}
      <RefundsAsked requests={charge.refund_requests} />
      {charge.med.map(({ id, amount, due_at }) => (
        <Banner
          key={id}
          tone={due_at ? 'atention' : 'info'}
          icon={<TriangleAlert {...ICON} />}
          action={<Link to={casePath(id)}>{t('payin.situation.med_open')}</Link>}
        >
          {t(due_at ? 'payin.situation.med' : 'payin.situation.med_over', {
            amount: formatMoney(amount, language),
          })}
        </Banner>
      ))}
    </div>
  )
}
