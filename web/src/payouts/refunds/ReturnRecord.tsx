import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { DateTime } from '../../kit/DateTime'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { claimPath, paymentOutPath } from '../../kit/record/objectPath'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { useRecord } from '../../kit/record/useRecord'
import { Badge } from '../../ui/Badge'
import { Card } from '../../ui/Card'
import { RETURNS_PATH, type Returned, wordOf } from './refund'

/** One return of a payment, and the payment that it is of. */
export function ReturnPage() {
  const { id = '' } = useParams({ strict: false })
  const found = useRecord(
    'payouts.return',
    id,
    (signal) => body(api.GET('/v1/payouts/returns/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={found}>{(returned) => <Record returned={returned} />}</Loaded>
}

function Record({ returned }: { returned: Returned }) {
  const t = useT('kit', 'payoutRefunds')
  const { id, payment_id, claim_id } = returned
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payoutRefunds.title'), to: RETURNS_PATH }, { label: id }]}
          title={<Money value={returned.amount} />}
          status={<Badge tone="neutral">{wordOf(t, 'source', returned.source)}</Badge>}
          subtitle={t(returned.part ? 'payoutRefunds.record.part' : 'payoutRefunds.record.whole', {
            name: returned.holder_name,
          })}
          company={returned.company_id}
        />
      }
      main={
        <Card title={t('payoutRefunds.record.card')}>
          <Facts
            facts={[
              { label: t('payoutRefunds.column.id'), value: <CopyText text={id} />, wide: true },
              {
                label: t('payoutRefunds.column.end_to_end_id'),
                value: returned.end_to_end_id && <CopyText text={returned.end_to_end_id} />,
                wide: true,
              },
              {
                label: t('payoutRefunds.column.payment_id'),
                value: <Link to={paymentOutPath(payment_id)}>{t('payoutRefunds.record.payment')}</Link>,
              },
              {
                label: t('payoutRefunds.column.payment_amount'),
                value: <Money value={returned.payment_amount} />,
              },
              { label: t('payoutRefunds.record.fee_kept'), value: <Money value={returned.fee_kept} /> },
              { label: t('payoutRefunds.column.source'), value: wordOf(t, 'source', returned.source) },
              ...(returned.reason
                ? [{ label: t('payoutRefunds.column.reason'), value: returned.reason, wide: true }]
                : []),
              {
                label: t('payoutRefunds.record.claim'),
                value: claim_id && (
                  <Link to={claimPath(claim_id)}>{t('payoutRefunds.record.open_claim')}</Link>
                ),
              },
              {
                label: t('payoutRefunds.column.returned_at'),
                value: <DateTime at={returned.returned_at} year="always" time="seconds" />,
              },
              {
                label: t('payoutRefunds.record.booked_at'),
                value: <DateTime at={returned.booked_at} year="always" time="seconds" />,
              },
            ]}
          />
        </Card>
      }
    />
  )
}
