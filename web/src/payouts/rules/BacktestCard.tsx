import type { components } from '../../app/api-types'
import { useLanguage, useT } from '../../app/i18n'
import { formatMoney, formatNumber } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import styles from '../../rules/rules.module.css'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import type { Backtest } from './rules'

/** What a version would have done with every payment of 90 days: what it would have caught, and whom it would have disturbed. */
export function BacktestCard({ backtest }: { backtest: Backtest | null }) {
  const t = useT('pixRules', 'payoutRules')
  return (
    <Card title={t('payoutRules.backtest.title')}>
      <div className={styles.form} aria-live="polite">
        {backtest === null && <p>{t('payoutRules.backtest.none')}</p>}
        {backtest?.status === 'asked' && <Banner tone="info">{t('payoutRules.backtest.running')}</Banner>}
        {backtest?.report && <Report backtest={backtest} report={backtest.report} />}
      </div>
    </Card>
  )
}

/** How many, and what they come to under it: side by side they would not fit. */
function Part({ count, amount }: { count: number; amount: components['schemas']['ActionPart']['amount'] }) {
  const language = useLanguage()
  return (
    <>
      {formatNumber(count, language)}
      <span className={styles.under}>{formatMoney(amount, language)}</span>
    </>
  )
}

function Report({ backtest, report }: { backtest: Backtest; report: NonNullable<Backtest['report']> }) {
  const t = useT('pixRules', 'payoutRules')
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  return (
    <>
      <p>
        {t('payoutRules.backtest.said', {
          payments: number(backtest.payments ?? 0),
          changed: number(report.changed),
        })}
      </p>
      <MiniTable
        label={t('payoutRules.backtest.title')}
        columns={[
          { key: 'action', title: t('payoutRules.backtest.action') },
          { key: 'count', title: t('payoutRules.backtest.count'), end: true },
          { key: 'amount', title: t('payoutRules.backtest.amount'), end: true },
          { key: 'caught', title: t('payoutRules.backtest.caught'), end: true },
          { key: 'disturbed', title: t('payoutRules.backtest.disturbed'), end: true },
        ]}
        rows={report.actions.map((part) => ({
          key: part.action,
          cells: [
            t(`payoutRules.action.${part.action}`),
            number(part.count),
            formatMoney(part.amount, language),
            <Part key="caught" count={part.caught} amount={part.caught_amount} />,
            <Part key="disturbed" count={part.disturbed} amount={part.disturbed_amount} />,
          ],
        }))}
      />
      <p className={styles.rest}>
        {report.rules.map(({ name, count }) => `${name}: ${number(count)}`).join(' · ')}
      </p>
      {report.merchants.length > 0 && (
        <MiniTable
          label={t('payoutRules.backtest.merchants')}
          columns={[
            { key: 'name', title: t('payoutRules.backtest.merchants') },
            { key: 'count', title: t('payoutRules.backtest.count'), end: true },
            { key: 'amount', title: t('payoutRules.backtest.amount'), end: true },
          ]}
          rows={report.merchants.map(({ company_id, company_name, count, amount }) => ({
            key: String(company_id),
            cells: [company_name, number(count), formatMoney(amount, language)],
          }))}
        />
      )}
      {report.hours.length > 0 && (
        <p className={styles.rest}>
          {t('payoutRules.backtest.hours')}{' '}
          {report.hours.map(({ hour, count }) => `${hour}h: ${number(count)}`).join(' · ')}
        </p>
      )}
    </>
  )
}
