import { useT } from '../../../app/i18n'
import { DateTime } from '../../../kit/DateTime'
import { bankName } from '../../../kit/place/bankName'
import { numberOf } from '../../../kit/place/words'
import { MiniTable } from '../../../kit/record/MiniTable'
import { Card } from '../../../ui/Card'
import { hasReceipt, type PaymentRecord } from '../payment'

type Place = Pick<PaymentRecord, 'bank_name' | 'branch' | 'number' | 'pix_key' | 'account_type'>

/** Where its payee was paid until now beside where it goes: a changed destination is how payments are diverted. */
export function DestinationChange({
  payment,
  before,
}: {
  payment: PaymentRecord
  before: NonNullable<PaymentRecord['previous']>
}) {
  const t = useT('payoutPayments', 'kit')
  const typeOf = ({ account_type }: Place) => (account_type ? t(`kit.fact_value.${account_type}`) : '—')
  const paidAt = (at: string | null) =>
    at ? <DateTime at={at} year="always" /> : t('payoutPayments.record.never_paid')
  const rows = (
    [
      [t('payoutPayments.column.bank_name'), ({ bank_name }) => bankName(bank_name) ?? '—'],
      [t('payoutPayments.record.place'), numberOf],
      [t('payoutPayments.record.account_type'), typeOf],
    ] satisfies [string, (place: Place) => string][]
  ).map(([what, of]) => ({ key: what, cells: [what, of(before), of(payment)] }))
  return (
    <Card title={t('payoutPayments.record.changed')} flush>
      <MiniTable
        label={t('payoutPayments.record.changed')}
        columns={[
          { key: 'what', title: t('payoutPayments.record.first') },
          { key: 'before', title: t('payoutPayments.record.before') },
          { key: 'now', title: t('payoutPayments.record.now') },
        ]}
        rows={[
          // Between two keys there is no type of account to compare.
          ...rows.filter(({ cells }) => cells[1] !== '—' || cells[2] !== '—'),
          {
            key: 'paid',
            cells: [
              t('payoutPayments.record.last_paid'),
              paidAt(before.last_paid_at),
              paidAt(hasReceipt(payment.status) ? payment.ended_at : null),
            ],
          },
        ]}
      />
    </Card>
  )
}
