import { useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { formatAmount, formatMoney } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import { REFUND_STATUSES, type Refund } from '../charge'
import styles from './Situation.module.css'

/** What was given back, or is on its way. */
export function Refunds({ refunds }: { refunds: readonly Refund[] }) {
  const t = useT('payin')
  const language = useLanguage()
  return (
    <Card title={t('payin.card.refunds')} flush>
      <MiniTable
        label={t('payin.card.refunds')}
        columns={[
          { key: 'at', title: t('payin.column.created_at') },
          { key: 'status', title: t('payin.column.status') },
          { key: 'reason', title: t('payin.refund.reason') },
          { key: 'amount', title: t('payin.column.amount'), end: true },
        ]}
        rows={refunds.map(({ id, created_at, status, reason, error, amount, carried }) => ({
          key: id,
          cells: [
            <DateTime key="at" at={created_at} />,
            <StatusWord key="status" values={REFUND_STATUSES} value={status} text={{ t, language }} />,
            <span key="reason">
              {reason ?? (error ? '' : '—')}
              {error && <span className={styles.said}>{error}</span>}
              {carried && (
                <span className={styles.said}>
                  {t('payin.refund.carried', { amount: formatMoney(carried, language) })}
                </span>
              )}
            </span>,
            formatAmount(amount, language),
          ],
        }))}
      />
    </Card>
  )
}
