import { Link } from '@tanstack/react-router'
import { useLanguage, useT } from '../../app/i18n'
import { formatMoney, formatNumber, formatTime } from '../../kit/format'
import { Money } from '../../kit/Money'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import { paymentPath } from '../payments/payment'
import { type Forecast, type ForecastPayment, MOST_NAMED, wordOf } from './forecast'

/** What leaves in each hour. */
export function Hours({ hours, zone }: { hours: Forecast['hours']; zone: string }) {
  const t = useT('payoutForecast')
  const language = useLanguage()
  return (
    <Card title={t('payoutForecast.by_hour')} flush={hours.length > 0}>
      {hours.length === 0 ? (
        <p>{t('payoutForecast.nothing_leaves')}</p>
      ) : (
        <MiniTable
          label={t('payoutForecast.by_hour')}
          columns={[
            { key: 'hour', title: t('payoutForecast.column.hour') },
            { key: 'count', title: t('payoutForecast.column.count'), end: true },
            { key: 'amount', title: t('payoutForecast.column.amount'), end: true },
          ]}
          rows={hours.map(({ at, count, amount }) => ({
            key: at,
            cells: [
              formatTime(at, language, { zone }),
              formatNumber(count, language),
              <Money key="amount" value={amount} />,
            ],
          }))}
        />
      )}
    </Card>
  )
}

/** What each processor gets and charges; staff alone see it. */
export function Processors({ processors }: { processors: Forecast['processors'] }) {
  const t = useT('payoutForecast')
  const language = useLanguage()
  return (
    <Card title={t('payoutForecast.by_processor')} flush>
      <MiniTable
        label={t('payoutForecast.by_processor')}
        columns={[
          { key: 'name', title: t('payoutForecast.column.processor'), wide: true },
          { key: 'cut_off', title: t('payoutForecast.column.cut_off') },
          { key: 'count', title: t('payoutForecast.column.count'), end: true },
          { key: 'cost', title: t('payoutForecast.column.cost'), end: true },
        ]}
        rows={processors.map(({ id, name, enabled, cut_off, count, cost }) => ({
          key: id,
          cells: [
            enabled ? name : t('payoutForecast.drained', { name }),
            cut_off ?? t('payoutForecast.any_hour'),
            formatNumber(count, language),
            formatMoney(cost, language),
          ],
        }))}
      />
    </Card>
  )
}

/** Payments by name, with when each was to leave and when it does. */
export function Moving({
  payments,
  title,
  none,
  total,
  zone,
  compared = false,
}: {
  payments: readonly ForecastPayment[]
  title: string
  none: string
  total: number
  zone: string
  /** Whether they are told beside when they would have left otherwise. */
  compared?: boolean
}) {
  const t = useT('payoutForecast')
  const language = useLanguage()
  const at = (moment: string | null) => (moment ? formatTime(moment, language, { zone }) : '—')
  return (
    <Card title={title} flush={payments.length > 0}>
      {payments.length === 0 ? (
        <p>{none}</p>
      ) : (
        <MiniTable
          label={title}
          total={total}
          most={MOST_NAMED}
          columns={[
            { key: 'payee', title: t('payoutForecast.column.payee'), wide: true },
            { key: 'amount', title: t('payoutForecast.column.amount'), end: true },
            { key: 'state', title: t('payoutForecast.column.state') },
            compared
              ? { key: 'before', title: t('payoutForecast.column.before') }
              : { key: 'cut_off', title: t('payoutForecast.column.cut_off') },
            { key: 'leaves', title: t('payoutForecast.column.leaves') },
          ]}
          rows={payments.map((each) => ({
            key: each.id,
            cells: [
              <Link key="payee" to={paymentPath(each.id)}>
                {each.holder_name}
              </Link>,
              <Money key="amount" value={each.amount} />,
              wordOf(t, 'state', each.reason === 'window' ? 'window' : each.state),
              at(compared ? each.before : each.cut_off),
              at(each.leaves_at),
            ],
          }))}
        />
      )}
    </Card>
  )
}
