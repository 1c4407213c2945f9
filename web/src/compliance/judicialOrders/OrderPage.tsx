import { Link, useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useLanguage, useT } from '../../app/i18n'
import { useZone } from '../../app/zone'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { DateTime } from '../../kit/DateTime'
import { formatDay, formatDocument, formatNumber } from '../../kit/format'
import { ledgerAccount } from '../../kit/ledgerAccount'
import { StatusWord } from '../../kit/list/Cell'
import { Money } from '../../kit/Money'
import { Facts } from '../../kit/record/Facts'
import { Loaded } from '../../kit/record/Loaded'
import { MiniTable } from '../../kit/record/MiniTable'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import { LIST_PATH, ORDERS_PATH } from '../blockList/block'
import { lastDay, MAY_WRITE, type Order, orderPath, STATUSES, wordOf } from './order'

const acts = lazyDialog(() => import('./commands/acts'))
/** As many holds as the server tells of. */
const MOST = 200
/** Why there is nothing to see of an order that nobody executed. */
const NOT_EXECUTED: Readonly<
  Record<string, 'judicialOrders.card.not_executed' | 'judicialOrders.card.withdrawn'>
> = {
  received: 'judicialOrders.card.not_executed',
  withdrawn: 'judicialOrders.card.withdrawn',
}

/** One court's order: what it asks for, what is held, who did what. */
export function OrderPage() {
  const { id = '' } = useParams({ strict: false })
  const order = useRecord(
    'compliance.judicial_order',
    id,
    (signal) => body(api.GET('/v1/compliance/judicial-orders/{id}', { params: { path: { id } }, signal })),
    () => false,
  )
  return <Loaded query={order}>{(found) => <Page order={found} />}</Loaded>
}

function Page({ order }: { order: Order }) {
  const t = useT('common', 'kit', 'blockList', 'judicialOrders')
  const language = useLanguage()
  return (
    <RecordPage
      header={
        <RecordHeader
          crumbs={[
            { label: t('blockList.title'), to: LIST_PATH },
            { label: t('blockList.tab.orders'), to: ORDERS_PATH },
            { label: order.protocol },
          ]}
          title={order.holder_name}
          status={<StatusWord values={STATUSES} value={order.status} text={{ t, language }} />}
          subtitle={`${order.protocol} · ${order.court}`}
          actions={<Actions order={order} />}
        />
      }
      situation={
        order.secret && (
          <Banner tone="awaiting">{t('judicialOrders.secret', { people: order.viewers.join(', ') })}</Banner>
        )
      }
      main={
        <>
          {order.type === 'block' && <Sums order={order} />}
          {order.block && <Block block={order.block} />}
          {order.type === 'information' && (
            <Card title={t('judicialOrders.card.found')} flush={order.found.length > 0}>
              <Found order={order} />
            </Card>
          )}
          {order.payments.length > 0 && (
            <Card title={t('judicialOrders.card.payments')} flush>
              <Payments order={order} />
            </Card>
          )}
        </>
      }
      side={<Side order={order} />}
      tabs={[trailTab(t, 'judicial-orders', order.id)]}
      raw={order}
    />
  )
}

function Sums({ order }: { order: Order }) {
  const t = useT('judicialOrders')
  const language = useLanguage()
  const sum = (value: Order['amount']) => (value ? <Money value={value} /> : '—')
  return (
    <>
      <Card title={t('judicialOrders.card.sums')}>
        <Facts
          facts={[
            { label: t('judicialOrders.column.amount'), value: sum(order.amount) },
            { label: t('judicialOrders.column.held'), value: sum(order.held) },
            { label: t('judicialOrders.column.released'), value: sum(order.released) },
            { label: t('judicialOrders.column.transferred'), value: sum(order.transferred) },
            { label: t('judicialOrders.column.remaining'), value: sum(order.remaining) },
            { label: t('judicialOrders.column.accounts'), value: formatNumber(order.accounts, language) },
          ]}
        />
      </Card>
      <Card title={t('judicialOrders.card.holds')} flush={order.holds.length > 0}>
        <Holds order={order} />
      </Card>
      {order.releases.length > 0 && (
        <Card title={t('judicialOrders.card.releases')} flush>
          <Releases order={order} />
        </Card>
      )}
    </>
  )
}

/** Each time something was let go, and who said so. */
function Releases({ order: { releases } }: { order: Order }) {
  const t = useT('judicialOrders')
  return (
    <MiniTable
      label={t('judicialOrders.card.releases')}
      columns={[
        { key: 'at', title: t('judicialOrders.column.at') },
        { key: 'by', title: t('judicialOrders.column.released_by'), wide: true },
        { key: 'reason', title: t('judicialOrders.column.release_reason'), wide: true },
        { key: 'amount', title: t('judicialOrders.fields.amount'), end: true },
      ]}
      rows={releases.map(({ at, amount, reason, released_by, unblock_id, unblock_protocol }) => ({
        key: `${at} ${amount.amount}`,
        cells: [
          <DateTime key="at" at={at} />,
          released_by,
          unblock_id ? (
            <Link key="reason" to={orderPath(unblock_id)}>
              {t('judicialOrders.by_order', { protocol: unblock_protocol ?? '—' })}
            </Link>
          ) : (
            reason
          ),
          <Money key="amount" value={amount} />,
        ],
      }))}
    />
  )
}

/** The order to block that this one ends, or of which it releases a part. */
function Block({ block }: { block: NonNullable<Order['block']> }) {
  const t = useT('judicialOrders')
  const language = useLanguage()
  return (
    <Card
      title={t('judicialOrders.card.block')}
      actions={<StatusWord values={STATUSES} value={block.status} text={{ t, language }} />}
    >
      <Facts
        facts={[
          {
            label: t('judicialOrders.column.protocol'),
            value: <Link to={orderPath(block.id)}>{block.protocol}</Link>,
          },
          { label: t('judicialOrders.column.amount'), value: <Money value={block.amount} /> },
          { label: t('judicialOrders.column.held'), value: <Money value={block.held} /> },
          { label: t('judicialOrders.column.released'), value: <Money value={block.released} /> },
          { label: t('judicialOrders.column.transferred'), value: <Money value={block.transferred} /> },
        ]}
      />
    </Card>
  )
}

function Found({ order: { found, status } }: { order: Order }) {
  const t = useT('kit', 'judicialOrders')
  if (found.length === 0) {
    return <p>{t(NOT_EXECUTED[status] ?? 'judicialOrders.card.not_found')}</p>
  }
  return (
    <MiniTable
      label={t('judicialOrders.card.found')}
      columns={[
        { key: 'account', title: t('judicialOrders.column.account'), wide: true },
        { key: 'held', title: t('judicialOrders.column.held'), end: true },
        { key: 'balance', title: t('judicialOrders.column.balance'), end: true },
      ]}
      rows={found.map(({ merchant_id, code, balance, held }) => ({
        key: `${merchant_id} ${code} ${balance.currency}`,
        cells: [
          `${ledgerAccount(t, code)} · #${merchant_id}`,
          <Money key="held" value={held} />,
          <Money key="balance" value={balance} />,
        ],
      }))}
    />
  )
}

function Actions({ order }: { order: Order }) {
  const {
    id,
    protocol,
    type,
    secret,
    status,
    may_execute,
    may_withdraw,
    may_end,
    may_transfer,
    may_pay,
    directable,
    directed_by,
    held,
  } = order
  const t = useT('judicialOrders')
  const given = { id, name: protocol, holder: order.holder_name, type, part: order.amount !== null, held }
  const shared = { dialog: acts, permissions: MAY_WRITE, anyMerchant: true }
  return (
    <>
      {status === 'received' && (
        <CommandButton
          {...shared}
          given={{ ...given, what: 'execute' }}
          disabled={!may_execute}
          title={may_execute ? undefined : t('judicialOrders.own')}
        >
          {t('judicialOrders.execute.open')}
        </CommandButton>
      )}
      {status === 'received' && (
        <CommandButton
          {...shared}
          given={{ ...given, what: 'withdraw' }}
          variant="secondary"
          disabled={!may_withdraw}
          title={may_withdraw ? undefined : t('judicialOrders.withdraw.confirmed')}
        >
          {t('judicialOrders.withdraw.open')}
        </CommandButton>
      )}
      {status === 'executing' && (
        <CommandButton {...shared} given={{ ...given, what: 'answer' }}>
          {t('judicialOrders.answer.open')}
        </CommandButton>
      )}
      {type === 'block' && ['executing', 'answered', 'expired'].includes(status) && (
        <CommandButton
          {...shared}
          given={{ ...given, what: 'release' }}
          variant="secondary"
          disabled={!may_end}
          title={may_end ? undefined : t('judicialOrders.own')}
        >
          {t('judicialOrders.release.open')}
        </CommandButton>
      )}
      {['answered', 'expired'].includes(status) && held && held.amount > 0 && (
        <CommandButton
          {...shared}
          given={{ ...given, what: 'transfer' }}
          disabled={!may_transfer}
          title={
            may_transfer ? undefined : t(directed_by ? 'judicialOrders.own' : 'judicialOrders.undirected')
          }
        >
          {t('judicialOrders.transfer.open')}
        </CommandButton>
      )}
      {secret && (
        <CommandButton {...shared} given={{ ...given, what: 'let_in' }} variant="secondary">
          {t('judicialOrders.let_in.open')}
        </CommandButton>
      )}
      {secret && (
        <CommandButton {...shared} given={{ ...given, what: 'shut_out' }} variant="secondary">
          {t('judicialOrders.shut_out.open')}
        </CommandButton>
      )}
      {directable && (
        <CommandButton {...shared} given={{ ...given, what: 'direct' }} variant="secondary">
          {t('judicialOrders.direct.open')}
        </CommandButton>
      )}
      {directable && status === 'transferred' && (
        <CommandButton
          {...shared}
          given={{ ...given, what: 'pay' }}
          disabled={!may_pay}
          title={may_pay ? undefined : t(directed_by ? 'judicialOrders.own' : 'judicialOrders.undirected')}
        >
          {t('judicialOrders.pay.open')}
        </CommandButton>
      )}
    </>
  )
}

function Holds({ order: { holds, status } }: { order: Order }) {
  const t = useT('judicialOrders')
  if (holds.length === 0) {
    return <p>{t(NOT_EXECUTED[status] ?? 'judicialOrders.card.no_holds')}</p>
  }
  return (
    <MiniTable
      label={t('judicialOrders.card.holds')}
      most={MOST}
      columns={[
        { key: 'at', title: t('judicialOrders.column.at') },
        { key: 'merchant', title: t('judicialOrders.column.merchant_name'), wide: true },
        { key: 'state', title: t('judicialOrders.column.status') },
        { key: 'amount', title: t('judicialOrders.fields.amount'), end: true },
      ]}
      rows={holds.map(({ key, at, merchant_name, cause, ended_as, amount }) => ({
        key,
        cells: [
          <DateTime key="at" at={at} />,
          `${merchant_name} · ${wordOf(t, 'cause', cause)}`,
          wordOf(t, 'hold', ended_as ?? 'open'),
          <Money key="amount" value={amount} />,
        ],
      }))}
    />
  )
}

function Payments({ order: { payments } }: { order: Order }) {
  const t = useT('judicialOrders')
  return (
    <MiniTable
      label={t('judicialOrders.card.payments')}
      columns={[
        { key: 'at', title: t('judicialOrders.column.at') },
        { key: 'id', title: t('judicialOrders.column.end_to_end_id'), wide: true },
        { key: 'state', title: t('judicialOrders.column.status') },
        { key: 'amount', title: t('judicialOrders.fields.amount'), end: true },
      ]}
      rows={payments.map(({ payout_id, at, end_to_end_id, status, returned, fail_code, amount }) => ({
        key: payout_id,
        cells: [
          <DateTime key="at" at={at} />,
          end_to_end_id ?? '—',
          [wordOf(t, 'payment', returned.amount > 0 ? 'returned' : status), fail_code]
            .filter(Boolean)
            .join(' · '),
          <Money key="amount" value={amount} />,
        ],
      }))}
    />
  )
}

function Side({ order }: { order: Order }) {
  const t = useT('judicialOrders')
  const language = useLanguage()
  const zone = useZone()
  const time = (at: string | null) => (at ? <DateTime at={at} year="always" /> : '—')
  return (
    <Card title={t('judicialOrders.card.order')}>
      <Facts
        facts={[
          { label: t('judicialOrders.column.type'), value: wordOf(t, 'type', order.type) },
          ...(order.about_protocol
            ? [{ label: t('judicialOrders.column.about'), value: order.about_protocol }]
            : []),
          ...(order.type === 'unblock'
            ? [
                {
                  label: t('judicialOrders.column.to_release'),
                  value: order.amount ? <Money value={order.amount} /> : wordOf(t, 'extent', 'all'),
                },
                ...(order.executed_at && order.released
                  ? [{ label: t('judicialOrders.column.released'), value: <Money value={order.released} /> }]
                  : []),
              ]
            : []),
          { label: t('judicialOrders.column.process'), value: order.process },
          { label: t('judicialOrders.column.document'), value: formatDocument(order.document) },
          {
            label: t('judicialOrders.column.due_at'),
            value: formatDay(lastDay(order.due_at, zone), language),
          },
          ...(order.type === 'block'
            ? [
                {
                  label: t('judicialOrders.column.repeat_until'),
                  value: order.repeat_until
                    ? formatDay(lastDay(order.repeat_until, zone), language)
                    : t('judicialOrders.once'),
                },
              ]
            : []),
          {
            label: t('judicialOrders.column.outcome'),
            value: order.outcome ? wordOf(t, 'outcome', order.outcome) : '—',
          },
          { label: t('judicialOrders.column.registered_by'), value: order.registered_by },
          { label: t('judicialOrders.column.executed_by'), value: order.executed_by },
          { label: t('judicialOrders.column.executed_at'), value: time(order.executed_at) },
          ...(order.directed_by
            ? [
                {
                  label: t('judicialOrders.column.court_account'),
                  value: `${order.court_bank} · ${order.court_branch} · ${order.court_number}`,
                },
                { label: t('judicialOrders.column.court_holder'), value: order.court_holder },
                { label: t('judicialOrders.column.deposit_id'), value: order.deposit_id, wide: true },
                { label: t('judicialOrders.column.directed_by'), value: order.directed_by },
              ]
            : []),
          ...(order.ended_at
            ? [
                { label: t('judicialOrders.column.ended_by'), value: order.ended_by },
                { label: t('judicialOrders.column.ended_at'), value: time(order.ended_at) },
                { label: t('judicialOrders.column.end_reason'), value: order.end_reason, wide: true },
              ]
            : []),
        ]}
      />
    </Card>
  )
}
