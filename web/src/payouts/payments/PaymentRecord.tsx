import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { type Translate, useLanguage, useT } from '../../app/i18n'
import { CopyText } from '../../kit/CopyText'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { bankName } from '../../kit/place/bankName'
import { numberOf } from '../../kit/place/words'
import { Facts } from '../../kit/record/Facts'
import { Journals } from '../../kit/record/Journals'
import { Loaded } from '../../kit/record/Loaded'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Card } from '../../ui/Card'
import { EvidencePanel, EvidenceTimeline } from '../evidence/EvidencePanel'
import { NameMatch } from '../payees/NameMatch'
import { isMoving, PAYMENT_STATUSES, PAYMENTS_PATH, type PaymentRecord, paymentPath, wordOf } from './payment'
import { DestinationChange } from './record/DestinationChange'
import { PaymentActions } from './record/PaymentActions'
import { Attempts, History, Returns } from './record/parts'
import { Routed } from './record/Routed'
import { Situation } from './record/Situation'

/** One payment: to whom, what the bank was asked and said, what was posted. Follows it by itself. */
export function PaymentPage() {
  const { id = '' } = useParams({ strict: false })
  const payment = useRecord(
    'payouts.payment',
    id,
    (signal) => body(api.GET('/v1/payouts/payments/{id}', { params: { path: { id } }, signal })),
    isMoving,
  )
  return <Loaded query={payment}>{(found) => <Record payment={found} />}</Loaded>
}

function Record({ payment }: { payment: PaymentRecord }) {
  const t = useT('kit', 'payoutPayments', 'transfers', 'payees')
  const language = useLanguage()
  const { id, amount, holder_name, created_at, end_to_end_id } = payment
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[{ label: t('payoutPayments.title'), to: PAYMENTS_PATH }, { label: end_to_end_id ?? id }]}
          title={<Money value={amount} />}
          status={<StatusWord values={PAYMENT_STATUSES} value={payment.status} text={{ t, language }} />}
          subtitle={t('payoutPayments.record.to', {
            name: holder_name,
            at: formatTime(created_at, language, { time: 'seconds' }),
          })}
          company={payment.company_id}
          actions={<PaymentActions payment={payment} />}
        />
      }
      situation={
        <div aria-live="polite">
          <Situation payment={payment} />
        </div>
      }
      main={
        <>
          {payment.previous && <DestinationChange payment={payment} before={payment.previous} />}
          <Known payment={payment} />
          {payment.confirmation && (
            <Card title={t('payoutPayments.record.confirmation')}>
              <NameMatch found={payment.confirmation} />
            </Card>
          )}
          {payment.rule_trace && <Judged trace={payment.rule_trace} />}
          {payment.routes.length > 0 && <Routed routes={payment.routes} />}
          <EvidencePanel id={payment.id} />
          {payment.returns.length > 0 && <Returns returns={payment.returns} />}
          {payment.orders.length > 0 && <Attempts orders={payment.orders} />}
          <Journals entries={payment.entries} />
        </>
      }
      side={
        <>
          <History timeline={payment.timeline} />
          <EvidenceTimeline id={payment.id} />
        </>
      }
      tabs={[trailTab(t, 'payments-out', id)]}
      raw={payment}
    />
  )
}

/** Why rules judged the payment as they did; staff alone are told. */
function Judged({ trace }: { trace: NonNullable<PaymentRecord['rule_trace']> }) {
  const t = useT('payoutPayments', 'payoutRules')
  return (
    <Card title={t('payoutPayments.trace.title')}>
      <p>
        {t('payoutPayments.trace.by', {
          number: trace.number,
          action: t(`payoutRules.action.${trace.action}`),
        })}
      </p>
      <p>{trace.met.map(({ name }) => name).join(' · ') || t('payoutPayments.trace.none')}</p>
      <p>
        {Object.entries(trace.facts)
          .map(([name, value]) => `${name}: ${String(value)}`)
          .join(' · ')}
      </p>
    </Card>
  )
}

function Known({ payment }: { payment: PaymentRecord }) {
  const t = useT('payoutPayments', 'transfers')
  const language = useLanguage()
  const { pix_key, end_to_end_id, ended_at, compe, ispb, scheduled_for, replaces, replaced_by } = payment
  const { barcode, due_on } = payment
  return (
    <Card title={t('payoutPayments.record.card')}>
      <Facts
        facts={[
          ...(payment.inside
            ? []
            : [
                {
                  label: t('payoutPayments.column.end_to_end_id'),
                  value: end_to_end_id && <CopyText text={end_to_end_id} />,
                  wide: true,
                },
              ]),
          { label: t('payoutPayments.column.holder_name'), value: payment.holder_name },
          { label: t('payoutPayments.column.holder_document'), value: payment.holder_document },
          { label: t('payoutPayments.column.bank_name'), value: bankName(payment.bank_name) },
          {
            label: t('transfers.column.bank_code'),
            value: [compe, ispb].filter(Boolean).join(' · ') || null,
          },
          ...(barcode
            ? [
                {
                  label: t('payoutPayments.field.barcode'),
                  value: <CopyText text={barcode} />,
                  wide: true,
                },
                { label: t('payoutPayments.field.due_on'), value: due_on && formatDay(due_on, language) },
              ]
            : [
                {
                  label: t(pix_key ? 'payoutPayments.column.pix_key' : 'payoutPayments.column.number'),
                  value: numberOf(payment),
                },
              ]),
          {
            label: t('payoutPayments.record.first'),
            value: t(`payoutPayments.record.${knownAs(payment)}`),
          },
          { label: t('payoutPayments.column.gross'), value: <Money value={payment.gross} /> },
          { label: t('payoutPayments.column.fee'), value: <Money value={payment.fee} /> },
          { label: t('payoutPayments.column.amount'), value: <Money value={payment.amount} /> },
          ...(payment.returned.amount > 0
            ? [{ label: t('payoutPayments.column.returned'), value: <Money value={payment.returned} /> }]
            : []),
          { label: t('payoutPayments.column.method'), value: methodOf(t, payment) },
          ...(payment.inside
            ? [{ label: t('payoutPayments.record.inside'), value: t('payoutPayments.record.inside_yes') }]
            : []),
          ...(payment.ted_purpose
            ? [
                {
                  label: t('payoutPayments.field.ted_purpose'),
                  value: wordOf(t, 'ted_purpose', payment.ted_purpose),
                },
              ]
            : []),
          { label: t('payoutPayments.column.purpose'), value: payment.purpose },
          ...(payment.tags.length > 0
            ? [{ label: t('payoutPayments.column.tags'), value: payment.tags.join(', ') }]
            : []),
          ...(payment.cost_centre
            ? [{ label: t('payoutPayments.column.cost_centre'), value: payment.cost_centre }]
            : []),
          ...(payment.priority === 'normal'
            ? []
            : [
                {
                  label: t('payoutPayments.column.priority'),
                  value: wordOf(t, 'priority', payment.priority),
                },
              ]),
          {
            label: t('payoutPayments.column.external_id'),
            value: payment.external_id && <CopyText text={payment.external_id} />,
          },
          {
            label: t('payoutPayments.column.scheduled_for'),
            value: scheduled_for && formatDay(scheduled_for, language),
          },
          {
            label: t('payoutPayments.column.ended_at'),
            value: ended_at && <DateTime at={ended_at} year="always" />,
          },
          {
            label: t('payoutPayments.column.replaces'),
            value: replaces && <Link to={paymentPath(replaces)}>{t('payoutPayments.record.the_first')}</Link>,
          },
          {
            label: t('payoutPayments.record.replaced_by'),
            value: replaced_by && (
              <Link to={paymentPath(replaced_by)}>{t('payoutPayments.record.the_new')}</Link>
            ),
          },
          { label: t('payoutPayments.column.actor'), value: payment.actor },
          { label: t('payoutPayments.column.description'), value: payment.description, wide: true },
        ]}
      />
    </Card>
  )
}

/** Whether anything was paid there before or, where it was not, to its payee. */
function knownAs({ first, previous }: Pick<PaymentRecord, 'first' | 'previous'>) {
  if (!first) return 'not_first'
  return previous ? 'first_of_known' : 'is_first'
}

/** By what it goes; what was asked for as a TED may have left as a Pix. */
const methodOf = (t: Translate, { method, ted_purpose }: Pick<PaymentRecord, 'method' | 'ted_purpose'>) =>
  method === 'pix' && ted_purpose ? t('payoutPayments.record.ted_as_pix') : wordOf(t, 'method', method)
