import { CircleCheck, CircleDashed, CircleDot } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { formatDecimal, formatMoney } from '../../kit/format'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import type { Closing } from '../exchange'
import styles from '../exchange.module.css'

const STEPS = ['what', 'rate', 'plan', 'close', 'settle'] as const
/** How many of the steps are over, by the state. */
const OVER: Readonly<Record<string, number>> = { draft: 1, agreed: 3, closed: 4, settled: 5 }

/** How far a closing is, and its totals: they add up with what stands below. */
export function Figures({ closing }: { closing: Closing }) {
  const t = useT('exchange')
  const language = useLanguage()
  const { clients, contract, tax, foreign, operations, merchants, line_after, result } = closing
  const sign = closing.direction === 'out' ? 1 : -1
  const earned = contract && { ...clients, amount: sign * (clients.amount - contract.amount) }
  return (
    <Card flush>
      <ol className={styles.steps} aria-label={t('exchange.step.name')}>
        {STEPS.map((step, place) => (
          <Step key={step} name={t(`exchange.step.${step}`)} of={place - (OVER[closing.state] ?? 0)} />
        ))}
      </ol>
      <dl className={styles.figures}>
        <Figure
          label={t('exchange.figure.foreign', { count: operations })}
          value={formatMoney(foreign, language)}
          under={t('exchange.figure.merchants', { count: merchants.length })}
        />
        <Figure
          label={t(`exchange.figure.clients_${closing.direction}`)}
          value={formatMoney(clients, language)}
          under={t('exchange.figure.mean', { rate: formatDecimal(closing.mean_rate ?? '', language) })}
        />
        {contract && (
          <Figure
            label={t('exchange.figure.contract')}
            value={formatMoney(contract, language)}
            under={t('exchange.figure.at_rate', { rate: formatDecimal(closing.rate ?? '', language) })}
          />
        )}
        {earned && (
          <Figure
            label={t('exchange.figure.earned')}
            value={formatMoney(earned, language)}
            under={t('exchange.figure.earned_of')}
            tone={earned.amount >= 0 ? styles.good : styles.bad}
          />
        )}
        <Figure
          label={t(closing.collects_iof ? 'exchange.figure.tax_bank' : 'exchange.figure.tax_own')}
          value={formatMoney(tax, language)}
          under={
            result && result.tax.amount !== 0
              ? t('exchange.figure.tax_differs', { amount: formatMoney(result.tax, language) })
              : t('exchange.figure.tax_as_due')
          }
        />
        {line_after && (
          <Figure
            label={t('exchange.figure.line')}
            value={formatMoney(line_after, language)}
            under={t('exchange.figure.line_of', { count: operations })}
            tone={line_after.amount < 0 ? styles.bad : undefined}
          />
        )}
      </dl>
    </Card>
  )
}

function Figure({
  label,
  value,
  under,
  tone,
}: {
  label: string
  value: string
  under: string
  tone?: string
}) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={cx(styles.figure, tone)}>{value}</dd>
      <dd className={styles.under}>{under}</dd>
    </div>
  )
}

/** `of` is below zero for a step that is over, and zero for the one at work. */
function Step({ name, of }: { name: string; of: number }) {
  const icon = { size: 18, strokeWidth: 1.75, 'aria-hidden': true }
  return (
    <li
      className={cx(styles.step, of < 0 && styles.past, of === 0 && styles.now)}
      aria-current={of === 0 ? 'step' : undefined}
    >
      {of < 0 ? <CircleCheck {...icon} /> : of === 0 ? <CircleDot {...icon} /> : <CircleDashed {...icon} />}
      {name}
    </li>
  )
}
