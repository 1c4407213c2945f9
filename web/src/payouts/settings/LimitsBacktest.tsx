import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api, body } from '../../app/api'
import type { components } from '../../app/api-types'
import { COMMANDS } from '../../app/commands'
import { useLanguage, useT } from '../../app/i18n'
import { readValues, type Values } from '../../kit/command/schema'
import { formatMoney, formatNumber } from '../../kit/format'
import { useRested } from '../../kit/place/useRested'
import { MiniTable } from '../../kit/record/MiniTable'
import { Banner } from '../../ui/Banner'
import styles from './settings.module.css'

type Schemas = components['schemas']
type Backtest = Schemas['LimitsBacktest']

/** What a person types beside the limits: a step of the fees stops no payment. */
const BESIDE: ReadonlySet<string> = new Set(['version', 'reason', 'fee_tiers'])
const FIELDS = COMMANDS['payouts:settings:change'].fields.filter(({ name }) => !BESIDE.has(name))

/** What the settings that are being typed would have done with the payments of 90 days: whom they catch, and whom they disturb. */
export function LimitsBacktest({ company, values }: { company: number; values: Values }) {
  const t = useT('common', 'payoutSettings')
  const given = readValues(FIELDS, values, t)
  const asked = useRested('errors' in given ? '' : JSON.stringify(given.input))
  const found = useQuery({
    queryKey: ['payouts.settings.backtest', company, asked],
    queryFn: ({ signal }) =>
      body(
        api.POST('/v1/payouts/settings/{id}/backtest', {
          params: { path: { id: String(company) } },
          body: JSON.parse(asked) as Schemas['PayoutSettingsValues'],
          signal,
        }),
      ),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  })
  return (
    <section className={styles.backtest} aria-live="polite" aria-busy={found.isFetching}>
      <h3 className={styles.title}>{t('payoutSettings.backtest.title')}</h3>
      {found.data ? (
        <Report report={found.data} />
      ) : (
        <p className={styles.rest}>
          {t(found.isError ? 'payoutSettings.backtest.failed' : 'payoutSettings.backtest.running')}
        </p>
      )}
    </section>
  )
}

function Report({ report }: { report: Backtest }) {
  const t = useT('payoutSettings')
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  const stopped = report.refused.count + report.held.count
  const parts = (['refused', 'held'] as const).filter((part) => report[part].count > 0)
  return (
    <>
      <p className={styles.rest}>
        {t('payoutSettings.backtest.said', {
          payments: number(report.payments),
          stopped: number(stopped),
          before: number(report.before),
        })}
      </p>
      {report.partial && <Banner tone="info">{t('payoutSettings.backtest.partial')}</Banner>}
      {parts.length > 0 && (
        <MiniTable
          label={t('payoutSettings.backtest.title')}
          columns={[
            { key: 'what', title: t('payoutSettings.backtest.what') },
            { key: 'count', title: t('payoutSettings.backtest.payments'), end: true },
            { key: 'caught', title: t('payoutSettings.backtest.caught'), end: true },
            { key: 'disturbed', title: t('payoutSettings.backtest.disturbed'), end: true },
          ]}
          rows={parts.map((part) => ({
            key: part,
            cells: [
              t(`payoutSettings.backtest.${part}`),
              <Part key="all" count={report[part].count} amount={report[part].amount} />,
              <Part key="caught" count={report[part].caught} amount={report[part].caught_amount} />,
              <Part key="disturbed" count={report[part].disturbed} amount={report[part].disturbed_amount} />,
            ],
          }))}
        />
      )}
      {report.reasons.length > 0 && (
        <p className={styles.rest}>
          {report.reasons
            .map(({ limit, count }) => `${t(`payoutSettings.reason.${limit}`)}: ${number(count)}`)
            .join(' · ')}
        </p>
      )}
      {report.merchants.length > 1 && (
        <p className={styles.rest}>
          {t('payoutSettings.backtest.merchants')}{' '}
          {report.merchants.map(({ company_name, count }) => `${company_name}: ${number(count)}`).join(' · ')}
        </p>
      )}
      {report.hours.length > 0 && (
        <p className={styles.rest}>
          {t('payoutSettings.backtest.hours')}{' '}
          {report.hours.map(({ hour, count }) => `${hour}h: ${number(count)}`).join(' · ')}
        </p>
      )}
    </>
  )
}

/** How many, and what they come to under it. */
function Part({ count, amount }: { count: number; amount: Schemas['LimitPart']['amount'] }) {
  const language = useLanguage()
  return (
    <>
      {formatNumber(count, language)}
      <span className={styles.under}>{formatMoney(amount, language)}</span>
    </>
  )
}

/** What a version would have done, in a line: how many it would have stopped, and how many of these came back. */
export function BacktestLine({ report }: { report: Backtest | null }) {
  const t = useT('payoutSettings')
  const language = useLanguage()
  if (report === null) return '—'
  return t('payoutSettings.backtest.line', {
    stopped: formatNumber(report.refused.count + report.held.count, language),
    caught: formatNumber(report.refused.caught + report.held.caught, language),
  })
}
