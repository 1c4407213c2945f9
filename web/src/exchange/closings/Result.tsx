import { useLanguage, useT } from '../../app/i18n'
import { formatDay, formatDecimal, formatMoney } from '../../kit/format'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import type { Closing } from '../exchange'
import styles from '../exchange.module.css'

const PARTS = ['spread', 'time', 'rounding', 'bank_cost', 'tax'] as const

type ResultOf = NonNullable<Closing['result']>

/** What the closing earns against the reference rate: five numbers that add up, as a waterfall and in words. */
export function Result({ closing, result }: { closing: Closing; result: ResultOf }) {
  const t = useT('exchange')
  const language = useLanguage()
  const bars = waterfall(result)
  return (
    <Card
      title={t('exchange.card.result')}
      actions={
        <span className={styles.under}>
          {t('exchange.result.ptax', {
            day: formatDay(result.ptax_day, language),
            rate: formatDecimal(result.ptax, language),
          })}
        </span>
      }
      flush
    >
      <ol className={styles.fall}>
        {bars.map(({ name, amount, low, high }) => (
          <li key={name} className={styles.part}>
            <strong>{formatMoney(result[name], language)}</strong>
            <div className={styles.bar} aria-hidden>
              <span
                className={cx(
                  name === 'result' && styles.sum,
                  name !== 'result' && amount < 0 && styles.down,
                )}
                style={{ insetBlockEnd: `${low}%`, height: `${high - low}%` }}
              />
            </div>
            <span>
              {name === 'result' ? '= ' : ''}
              {t(`exchange.result.${name}`)}
              <span className={styles.under}>
                {t(`exchange.result.${name}_of`, { count: closing.operations })}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** Where each bar begins and ends, in percent of the height. */
function waterfall(result: ResultOf) {
  let level = 0
  const spans = PARTS.map((name) => {
    const before = level
    level += result[name].amount
    return { name, amount: result[name].amount, from: before, to: level }
  })
  const all = [...spans, { name: 'result' as const, amount: result.result.amount, from: 0, to: level }]
  const lowest = Math.min(0, ...all.flatMap(({ from, to }) => [from, to]))
  const highest = Math.max(1, ...all.flatMap(({ from, to }) => [from, to]))
  const at = (value: number) => ((value - lowest) / (highest - lowest)) * 100
  return all.map(({ name, amount, from, to }) => ({
    name,
    amount,
    low: at(Math.min(from, to)),
    high: at(Math.max(from, to)),
  }))
}
