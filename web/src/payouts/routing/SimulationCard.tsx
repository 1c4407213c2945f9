import type { components } from '../../app/api-types'
import { useLanguage, useT } from '../../app/i18n'
import { shortDuration } from '../../kit/duration'
import { formatMoney, formatNumber, formatPercent } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import styles from '../../rules/rules.module.css'
import { Banner } from '../../ui/Banner'
import { Card } from '../../ui/Card'
import type { Simulation } from './routing'

/** What a version would have done with every payment of 30 days: who would have got how many, at what cost, and how fast. */
export function SimulationCard({ simulation }: { simulation: Simulation | null }) {
  const t = useT('payoutRoutes')
  return (
    <Card title={t('payoutRoutes.simulation.title')}>
      <div className={styles.form} aria-live="polite">
        {simulation === null && <p>{t('payoutRoutes.simulation.none')}</p>}
        {simulation?.status === 'asked' && (
          <Banner tone="info">{t('payoutRoutes.simulation.running')}</Banner>
        )}
        {simulation?.report && <Report simulation={simulation} report={simulation.report} />}
      </div>
    </Card>
  )
}

function Report({
  simulation,
  report,
}: {
  simulation: Simulation
  report: NonNullable<Simulation['report']>
}) {
  const t = useT('payoutRoutes')
  const language = useLanguage()
  const number = (value: number) => formatNumber(value, language)
  return (
    <>
      <p>
        {t('payoutRoutes.simulation.said', {
          payments: number(simulation.payments ?? 0),
          moved: number(report.moved),
          cost: formatMoney(report.cost, language),
          before: formatMoney(report.cost_before, language),
        })}
      </p>
      {report.waiting > 0 && (
        <Banner tone="atention">{t('payoutRoutes.simulation.waiting', { count: report.waiting })}</Banner>
      )}
      <Shares title={t('payoutRoutes.simulation.would')} shares={report.shares} />
      <Shares title={t('payoutRoutes.simulation.before')} shares={report.before} />
      <p className={styles.rest}>
        {[
          ...report.groups.map(({ name, count }) => `${name}: ${number(count)}`),
          report.unmet > 0 && `${t('payoutRoutes.simulation.unmet')}: ${number(report.unmet)}`,
          report.fallback > 0 && `${t('payoutRoutes.simulation.fallback')}: ${number(report.fallback)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <p className={styles.rest}>{t('payoutRoutes.simulation.assumes')}</p>
    </>
  )
}

function Shares({
  title,
  shares,
}: {
  title: string
  shares: readonly components['schemas']['ProcessorShare'][]
}) {
  const t = useT('pixRules', 'payoutRoutes')
  const language = useLanguage()
  return (
    <section aria-label={title}>
      <h3 className={styles.name}>{title}</h3>
      <MiniTable
        label={title}
        columns={[
          { key: 'name', title: t('pixRules.share.processor') },
          { key: 'count', title: t('payoutRoutes.simulation.count'), end: true },
          { key: 'percent', title: t('payoutRoutes.simulation.share'), end: true },
          { key: 'amount', title: t('payoutRoutes.simulation.amount'), end: true },
          { key: 'cost', title: t('payoutRoutes.simulation.cost'), end: true },
          { key: 'seconds', title: t('payoutRoutes.simulation.seconds'), end: true },
        ]}
        rows={shares.map(({ processor, name, count, percent, amount, cost, seconds }) => ({
          key: processor,
          cells: [
            name,
            formatNumber(count, language),
            formatPercent(percent, language),
            formatMoney(amount, language),
            formatMoney(cost, language),
            shortDuration(seconds, language),
          ],
        }))}
      />
    </section>
  )
}
