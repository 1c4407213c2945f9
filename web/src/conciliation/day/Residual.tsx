import { useLanguage, useT } from '../../app/i18n'
import { formatAmount } from '../../kit/format'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { aboutWord, type Day, wordOf } from '../conciliation'
import styles from './DayBench.module.css'

/** The difference of the day as a sentence: its terms with their causes add up to it, and what has none stands last. */
export function Residual({ day }: { day: Day }) {
  const t = useT('conciliation')
  const language = useLanguage()
  const { difference, causes, bank_closing, ledger_closing, earlier_difference } = day
  const { currency } = difference
  const money = (amount: number) => formatAmount({ amount, currency }, language)
  const terms = Object.entries(causes)
    .filter(([cause]) => cause !== 'none')
    .toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))
  const examples = (cause: string) => {
    const items = day.items.filter((item) => item.cause === cause)
    const [first] = items
    // As many items as are told: what waits comes last, so what is not told waits too, once some that waits is told.
    const untold = day.open_items - day.items.length
    const whole = untold <= 0 || day.items.some((item) => item.cause === 'timing')
    const count = items.length + (cause === 'timing' && untold > 0 ? untold : 0)
    if (!whole || count === 0) return null
    if (count === 1 && first?.about) return aboutWord(t, first.about)
    return t('conciliation.bench.items', { count })
  }
  return (
    <Card className={styles.residual}>
      <div className={styles.sentence}>
        <div className={styles.total}>
          <span className={styles.label}>{t('conciliation.bench.residual')}</span>
          <strong className={cx(styles.sum, difference.amount !== 0 && styles.off)}>
            {money(difference.amount)}
          </strong>
        </div>
        <span className={styles.equals} aria-hidden>
          =
        </span>
        <ul className={styles.terms}>
          {terms.map(([cause, amount]) => (
            <li key={cause} className={styles.term}>
              <strong>{money(amount)}</strong>
              <span className={styles.label}>{wordOf(t, 'cause', cause)}</span>
              <span className={styles.note}>{examples(cause)}</span>
            </li>
          ))}
          <li className={cx(styles.term, styles.none, Boolean(causes.none) && styles.bad)}>
            <strong>{money(causes.none ?? 0)}</strong>
            <span className={styles.label}>{t('conciliation.cause.none')}</span>
          </li>
        </ul>
        <dl className={styles.closings}>
          <div>
            <dt>{t('conciliation.column.bank_closing')}</dt>
            <dd>{formatAmount(bank_closing, language)}</dd>
          </div>
          <div>
            <dt>{t('conciliation.column.ledger_closing')}</dt>
            <dd>{formatAmount(ledger_closing, language)}</dd>
          </div>
          <div>
            <dt>{t('conciliation.bench.carried')}</dt>
            <dd>{earlier_difference ? formatAmount(earlier_difference, language) : '—'}</dd>
          </div>
        </dl>
      </div>
    </Card>
  )
}
