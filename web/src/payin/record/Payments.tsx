import { useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { DateTime } from '../../kit/DateTime'
import { formatAmount } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { type ChargeRecord, wordOf } from '../charge'

/** Every Pix received for the charge, where there is more to tell than the one that paid it. */
export function Payments({ charge }: { charge: ChargeRecord }) {
  const t = useT('payin')
  const language = useLanguage()
  return (
    <Card title={t('payin.card.payments')} flush>
      <MiniTable
        label={t('payin.card.payments')}
        columns={[
          { key: 'at', title: t('payin.column.paid_at') },
          { key: 'id', title: t('payin.column.end_to_end_id') },
          { key: 'payer', title: t('payin.column.payer_name') },
          { key: 'status', title: t('payin.column.status') },
          { key: 'amount', title: t('payin.column.amount'), end: true },
        ]}
        rows={charge.payments.map((payment) => ({
          key: payment.end_to_end_id,
          cells: [
            <DateTime key="at" at={payment.paid_at} />,
            <CopyText key="id" text={payment.end_to_end_id} short />,
            payment.payer_name ?? '—',
            <Badge key="status" dot tone={payment.status === 'under_review' ? 'atention' : 'success'}>
              {payment.review_reason && payment.status === 'under_review'
                ? wordOf(t, 'review_reason', payment.review_reason)
                : wordOf(t, 'payment_status', payment.status)}
            </Badge>,
            formatAmount(payment.amount, language),
          ],
        }))}
      />
    </Card>
  )
}
