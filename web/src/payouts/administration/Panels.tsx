import { useLanguage, useT, wordsOf } from '../../app/i18n'
import { formatNumber, formatPercent } from '../../kit/format'
import { Money } from '../../kit/Money'
import { refusalOf } from '../../kit/place/refusal'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import styles from './Administration.module.css'
import type { Administration } from './administration'

const wordOf = wordsOf('payoutPayments')

/** From so many seconds on nobody counts in them, and from so many in minutes alone. */
const MINUTES_FROM = 120
const HOURS_FROM = 120 * 60

/** How long something took, in the units in which people say it. */
export function secondsOf(t: ReturnType<typeof useT>, value: number | null): string {
  if (value === null) return '—'
  if (value < MINUTES_FROM) return t('payoutAdmin.seconds', { count: value })
  const minutes = Math.round(value / 60)
  return value < HOURS_FROM
    ? t('payoutAdmin.minutes', { count: minutes })
    : t('payoutAdmin.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** What ended in the last 24 hours, by method. */
export function Methods({ methods }: Pick<Administration, 'methods'>) {
  const t = useT('payoutAdmin', 'payoutPayments')
  const language = useLanguage()
  return (
    <Card title={t('payoutAdmin.by_method')} flush={methods.length > 0}>
      {methods.length === 0 ? (
        <p>{t('payoutAdmin.nothing_ended')}</p>
      ) : (
        <MiniTable
          label={t('payoutAdmin.by_method')}
          columns={[
            { key: 'method', title: t('payoutPayments.column.method') },
            { key: 'count', title: t('payoutAdmin.column.count'), end: true },
            { key: 'success', title: t('payoutAdmin.column.success'), end: true },
            { key: 'pace', title: t('payoutAdmin.column.pace'), end: true },
            { key: 'amount', title: t('payoutAdmin.column.amount'), end: true },
          ]}
          rows={methods.map(({ method, count, success, amount, median_seconds, p95_seconds }) => ({
            key: method,
            cells: [
              wordOf(t, 'method', method),
              formatNumber(count, language),
              success === null ? '—' : formatPercent(success, language),
              <span key="pace">
                {secondsOf(t, median_seconds)}
                <span className={styles.under}>{secondsOf(t, p95_seconds)}</span>
              </span>,
              <Money key="amount" value={amount} />,
            ],
          }))}
        />
      )}
    </Card>
  )
}

/** Why payments failed in the last seven days, the most frequent first. */
export function Failures({ failures }: Pick<Administration, 'failures'>) {
  const t = useT('payoutAdmin', 'transfers')
  const language = useLanguage()
  return (
    <Card title={t('payoutAdmin.failures')} flush={failures.length > 0}>
      {failures.length === 0 ? (
        <p>{t('payoutAdmin.no_failures')}</p>
      ) : (
        <MiniTable
          label={t('payoutAdmin.failures')}
          columns={[
            { key: 'code', title: t('payoutAdmin.column.code') },
            { key: 'why', title: t('payoutAdmin.column.why') },
            { key: 'count', title: t('payoutAdmin.column.count'), end: true },
            { key: 'amount', title: t('payoutAdmin.column.amount'), end: true },
          ]}
          rows={failures.map(({ code, count, amount }) => ({
            key: code ?? '',
            cells: [
              code ?? '—',
              refusalOf(t, code)?.why ?? t('payoutAdmin.unnamed'),
              formatNumber(count, language),
              <Money key="amount" value={amount} />,
            ],
          }))}
        />
      )}
    </Card>
  )
}
