import { useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { DateTime } from '../../kit/DateTime'
import { formatDocument } from '../../kit/format'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Journals } from '../../kit/record/Journals'
import { PayerLink } from '../../kit/record/PayerLink'
import { Card } from '../../ui/Card'
import { type ChargeRecord, isOpen } from '../charge'
import { DueTerms } from './DueTerms'
import { History } from './History'
import { PaidMoment } from './PaidMoment'
import { Payments } from './Payments'
import { PixCode } from './PixCode'
import { Refunds } from './Refunds'
import { Shares } from './Shares'
import styles from './Summary.module.css'

/** The facts, what was posted and what happened. */
export function Summary({ charge }: { charge: ChargeRecord }) {
  const t = useT('payin')
  return (
    <>
      <Card title={t('payin.card.charge')}>
        <ChargeFacts charge={charge} />
      </Card>
      {charge.due && <DueTerms charge={charge} due={charge.due} />}
      {(charge.payments.length > 1 || charge.payments.some(({ status }) => status !== 'settled')) && (
        <Payments charge={charge} />
      )}
      {charge.split.length > 0 && <Shares charge={charge} />}
      {charge.refunds.length > 0 && <Refunds refunds={charge.refunds} />}
      <Journals entries={charge.entries} />
      <History timeline={charge.timeline} />
    </>
  )
}

/** The code, while it can be paid; the money, once it was. */
export function Beside({ charge }: { charge: ChargeRecord }) {
  return (
    <>
      {isOpen(charge) && <PixCode charge={charge} />}
      <PaidMoment charge={charge} />
      {charge.paid_at && <Received charge={charge} />}
    </>
  )
}

function ChargeFacts({ charge }: { charge: ChargeRecord }) {
  const t = useT('payin')
  const document = charge.payer_document
  const documentName = document && document.replace(/\W/g, '').length > 11 ? 'CNPJ' : 'CPF'
  return (
    <Facts
      facts={[
        { label: t('payin.column.txid'), value: <CopyText text={charge.txid} /> },
        {
          label: t('payin.column.payer_name'),
          value: <PayerLink id={charge.id} name={charge.payer_name} document={charge.payer_document} />,
        },
        {
          label: document ? documentName : t('payin.column.payer_document'),
          value: document && formatDocument(document),
        },
        {
          label: t('payin.column.end_to_end_id'),
          value: charge.end_to_end_id && <CopyText text={charge.end_to_end_id} />,
        },
        { label: t('payin.column.created_at'), value: <DateTime at={charge.created_at} year="always" /> },
        { label: t('payin.column.expires_at'), value: <DateTime at={charge.expires_at} year="always" /> },
        { label: t('payin.column.reference'), value: charge.reference },
        { label: t('payin.column.processor'), value: charge.processor },
        { label: t('payin.column.description'), value: charge.description },
      ]}
    />
  )
}

/** What came in, what of it went elsewhere, and what may still be given back. */
function Received({ charge }: { charge: ChargeRecord }) {
  const t = useT('payin')
  const received = { amount: charge.net.amount + charge.fee.amount, currency: charge.net.currency }
  const sums = [
    // Taken with another amount after a review, or paid twice. With interest or a discount, the terms say what was asked for.
    ...(charge.due || received.amount === charge.amount.amount
      ? []
      : [{ key: 'asked', value: charge.amount }]),
    { key: 'received', value: received },
    { key: 'fee', value: charge.fee },
    { key: 'net', value: charge.net },
    { key: 'refunded', value: charge.refunded },
    ...(charge.refunded.amount > 0
      ? [{ key: 'left', value: { ...charge.net, amount: charge.net.amount - charge.refunded.amount } }]
      : []),
    ...(charge.awaiting_approval.amount > 0
      ? [{ key: 'awaiting_approval', value: charge.awaiting_approval }]
      : []),
    { key: 'refundable', value: charge.refundable },
  ]
  return (
    <Card title={t('payin.card.sums')}>
      <dl className={styles.sums}>
        {sums.map(({ key, value }) => (
          <div key={key}>
            <dt>{t(`payin.sum.${key}`)}</dt>
            <dd>
              <Money value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
