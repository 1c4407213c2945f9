import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '../../app/i18n'
import { formatMoney, formatNumber, formatPercent } from '../../kit/format'
import { Card } from '../../ui/Card'
import { LIST_PATH } from '../charge'
import type { Figures } from './administration'
import styles from './Funnel.module.css'

/** From what was asked for to what went back, each step beside the one before it. Nothing tells when a payer opens a code. */
export function Funnel({ now, period }: { now: Figures; period: { from: string; to: string } }) {
  const t = useT('payinAdmin')
  const language = useLanguage()
  const created = { created_at_from: period.from, created_at_to: period.to }
  const steps = [
    { key: 'created', count: now.charges, of: null, amount: now.charged, search: created },
    {
      key: 'paid',
      count: now.converted,
      of: now.charges,
      amount: now.received,
      search: { ...created, status: 'paid,partially_refunded,refunded' },
    },
    {
      key: 'refunded',
      count: now.refunds,
      of: now.converted,
      amount: now.refunded,
      search: { ...created, has_refund: 'true' },
    },
  ]
  const most = Math.max(1, ...steps.map(({ count }) => count))
  const share = (count: number, of: number) => formatPercent(((count / of) * 100).toFixed(1), language)
  return (
    <Card title={t('payinAdmin.funnel.title')}>
      <ol className={styles.steps}>
        {steps.map(({ key, count, of, amount, search }) => (
          <li key={key} className={styles.step}>
            <Link to={LIST_PATH} search={search as never} className={styles.name}>
              {t(`payinAdmin.funnel.${key}`)}
            </Link>
            <svg className={styles.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden>
              <rect width={(count / most) * 100} height={10} />
            </svg>
            <span className={styles.numbers}>
              <span>
                <strong>{formatNumber(count, language)}</strong> · {formatMoney(amount, language)}
              </span>
              {of !== null && of > 0 && (
                <small>{t('payinAdmin.funnel.of_before', { share: share(count, of) })}</small>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
