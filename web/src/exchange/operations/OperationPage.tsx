import { Link, useParams } from '@tanstack/react-router'
import { CircleAlert, Clock, Pencil, RotateCcw, TicketCheck, X } from 'lucide-react'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { authentication } from '../../app/state'
import { useStore } from '../../app/store'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatDecimal, formatDocument, formatMoney, formatTime } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import { countryName } from '../../kit/place/countryName'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { Moments } from '../../kit/record/Moments'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { Bordereau } from '../Bordereau'
import {
  closingPath,
  MAY_TRADE,
  momentWord,
  OPERATION_STATES,
  OPERATIONS_PATH,
  type Operation,
  operationPath,
  wordOf,
} from '../exchange'

const acts = lazyDialog(() => import('./commands/acts'))
const ICON = { size: 18, strokeWidth: 1.75 }

/** One operation: how its price came about, whom it is for, and what happened to it. */
export function OperationPage() {
  const { id = '' } = useParams({ strict: false })
  const operation = useRecord(
    'exchange.operation',
    id,
    (signal) => body(api.GET('/v1/exchange/operations/{id}', { params: { path: { id } }, signal })),
    ({ state }) => state === 'awaiting_funds',
  )
  return <Loaded query={operation}>{(found) => <Record operation={found} />}</Loaded>
}

function Record({ operation }: { operation: Operation }) {
  const t = useT('common', 'kit', 'exchange')
  const language = useLanguage()
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[
            { label: t('exchange.operations.title'), to: OPERATIONS_PATH },
            { label: operation.reference },
          ]}
          title={formatMoney(operation.foreign, language)}
          status={<StatusWord values={OPERATION_STATES} value={operation.state} text={{ t, language }} />}
          subtitle={`${operation.reference} · ${wordOf(t, 'direction', operation.direction)} · ${wordOf(t, 'kind', operation.kind)}`}
          company={operation.company_id}
          actions={<Acts operation={operation} />}
        />
      }
      situation={<Situation operation={operation} />}
      main={
        <>
          <PriceCard operation={operation} />
          <Card title={t('exchange.card.client')}>
            <Facts
              facts={[
                { label: t('exchange.column.client_name'), value: operation.client_name },
                {
                  label: t('exchange.column.client_document'),
                  value: operation.client_document && formatDocument(operation.client_document),
                },
                { label: t('exchange.column.counterparty'), value: operation.counterparty },
                { label: t('exchange.column.country'), value: countryName(operation.country, language) },
                {
                  label: t('exchange.column.purpose'),
                  value: operation.purpose && wordOf(t, 'purpose', operation.purpose),
                },
                { label: t('exchange.column.invoice'), value: operation.invoice },
                {
                  label: t('exchange.column.invoice_date'),
                  value: operation.invoice_date && formatDay(operation.invoice_date, language),
                },
              ]}
            />
          </Card>
        </>
      }
      side={
        <>
          <Links operation={operation} />
          <Moments title={t('exchange.card.timeline')} moments={operation.timeline} word={momentWord(t)} />
        </>
      }
      tabs={[trailTab(t, 'exchange-operations', operation.id)]}
      raw={operation}
    />
  )
}

function Acts({ operation }: { operation: Operation }) {
  const t = useT('exchange')
  const staff = useStore(authentication, ({ internal_user }) => internal_user)
  const { state, direction, lacks } = operation
  const button = (
    what: 'book' | 'complete' | 'cancel' | 'receive' | 'return',
    icon: React.ReactNode,
    main = false,
  ) => (
    <CommandButton
      dialog={acts}
      given={{ operation, what }}
      permissions={MAY_TRADE}
      anyMerchant
      variant={main ? 'primary' : 'secondary'}
      icon={icon}
    >
      {t(`exchange.${what}.open`)}
    </CommandButton>
  )
  const open = state === 'quoted' || state === 'awaiting_funds'
  const booked = operation.booked_at !== null && state !== 'cancelled' && state !== 'expired'
  return (
    <>
      {booked && <Bordereau of="operations" id={operation.id} />}
      {open && button('cancel', <X {...ICON} />)}
      {staff &&
        ['funded', 'closed', 'settled'].includes(state) &&
        operation.reverses === null &&
        button('return', <RotateCcw {...ICON} />)}
      {(open || state === 'funded') &&
        button('complete', <Pencil {...ICON} />, lacks.length > 0 && state !== 'quoted')}
      {staff &&
        state === 'awaiting_funds' &&
        direction === 'in' &&
        button('receive', <TicketCheck {...ICON} />, true)}
      {state === 'quoted' && button('book', <TicketCheck {...ICON} />, true)}
    </>
  )
}

/** What a person should know first. */
function Situation({ operation }: { operation: Operation }) {
  const t = useT('exchange')
  const language = useLanguage()
  const { state, lacks, expires_at, reason, overdue } = operation
  const words = lacks.map((each) => t(`exchange.lacks.${each}`)).join(', ')
  return (
    <>
      {state === 'quoted' && (
        <Banner tone="awaiting" icon={<Clock {...ICON} />}>
          {t('exchange.situation.quoted', { until: formatTime(expires_at, language, { time: 'seconds' }) })}
        </Banner>
      )}
      {state === 'awaiting_funds' && (
        <Banner tone={overdue ? 'atention' : 'awaiting'} icon={<Clock {...ICON} />}>
          {t(`exchange.situation.awaiting_${operation.direction}`)}
        </Banner>
      )}
      {lacks.length > 0 && ['quoted', 'awaiting_funds', 'funded'].includes(state) && (
        <Banner tone="atention" icon={<CircleAlert {...ICON} />}>
          {t('exchange.situation.lacks', { what: words })}
        </Banner>
      )}
      {reason && (
        <Banner tone="info" icon={<CircleAlert {...ICON} />}>
          {reason}
        </Banner>
      )}
    </>
  )
}

/** Each line of the price; whoever reads the total can add it from what is above. */
function PriceCard({ operation }: { operation: Operation }) {
  const t = useT('exchange')
  const language = useLanguage()
  const { inside, foreign, rate, price, tax, tax_percent, tax_source, fee, total, vet, direction } = operation
  const less = direction === 'in' ? '−' : '+'
  const row = (key: string, label: string, note: string, value: string) => ({
    key,
    cells: [label, <span key="note">{note}</span>, value],
  })
  return (
    <Card title={t('exchange.card.price')} flush>
      <MiniTable
        label={t('exchange.card.price')}
        columns={[
          { key: 'what', title: t('exchange.price.what') },
          { key: 'how', title: t('exchange.price.how'), wide: true },
          { key: 'amount', title: t('exchange.price.amount', { currency: total.currency }), end: true },
        ]}
        rows={[
          ...(inside
            ? [
                row(
                  'ptax',
                  t('exchange.price.ptax'),
                  t('exchange.price.ptax_of', { day: formatDay(inside.ptax_day, language) }),
                  formatDecimal(inside.ptax, language),
                ),
                row(
                  'spread',
                  t('exchange.price.spread'),
                  t('exchange.price.spread_of'),
                  formatMoney(inside.spread, language),
                ),
              ]
            : []),
          row(
            'price',
            t('exchange.price.price'),
            `${formatMoney(foreign, language)} × ${formatDecimal(rate, language)}`,
            formatMoney(price, language),
          ),
          row(
            'tax',
            t('exchange.price.tax', { percent: formatDecimal(tax_percent, language) }),
            tax_source || '—',
            `${less} ${formatMoney(tax, language)}`,
          ),
          row(
            'fee',
            t('exchange.price.fee'),
            t('exchange.price.fee_of'),
            `${less} ${formatMoney(fee, language)}`,
          ),
          row(
            'total',
            t(`exchange.price.total_${direction}`),
            t('exchange.price.vet', { vet: formatDecimal(vet, language) }),
            formatMoney(total, language),
          ),
        ]}
      />
    </Card>
  )
}

function Links({ operation }: { operation: Operation }) {
  const t = useT('exchange')
  const language = useLanguage()
  const { inside, charge_id, reverses, reversed_by } = operation
  const moment = (at: string | null) => at && <DateTime at={at} year="always" />
  return (
    <Card title={t('exchange.card.where')}>
      <Facts
        facts={[
          { label: t('exchange.column.trade_day'), value: formatDay(operation.trade_day, language) },
          { label: t('exchange.column.booked_at'), value: moment(operation.booked_at) },
          { label: t('exchange.column.funded_at'), value: moment(operation.funded_at) },
          { label: t('exchange.column.settled_at'), value: moment(operation.settled_at) },
          ...(inside?.closing_id
            ? [
                {
                  label: t('exchange.column.closing'),
                  value: <Link to={closingPath(inside.closing_id)}>{inside.closing}</Link>,
                },
                { label: t('exchange.column.bank'), value: inside.bank },
                { label: t('exchange.column.number'), value: inside.number },
              ]
            : []),
          ...(charge_id
            ? [
                {
                  label: t('exchange.column.charge'),
                  value: (
                    <Link to="/dashboard/payin/payments/$id" params={{ id: charge_id }}>
                      {t('exchange.see_charge')}
                    </Link>
                  ),
                },
              ]
            : []),
          ...(reverses
            ? [
                {
                  label: t('exchange.column.reverses'),
                  value: <Link to={operationPath(reverses)}>{t('exchange.see_operation')}</Link>,
                },
              ]
            : []),
          ...(reversed_by
            ? [
                {
                  label: t('exchange.column.reversed_by'),
                  value: <Link to={operationPath(reversed_by)}>{t('exchange.see_operation')}</Link>,
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}
