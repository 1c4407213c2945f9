import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { formatAmount, formatNumber } from '../../kit/format'
import { Badge } from '../../ui/Badge'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { type Day, MAY_WRITE } from '../conciliation'
import styles from './DayBench.module.css'

const make = lazyDialog(() => import('../acts/MakeMatch'))
const split = lazyDialog(() => import('../acts/SplitLine'))

interface SelectionProps {
  day: Day
  lines: ReadonlySet<string>
  expectations: ReadonlySet<string>
  onClear: () => void
}

/** What is chosen on both sides, with its live sums and their difference. */
export function Selection({ day, lines, expectations, onClear }: SelectionProps) {
  const t = useT('conciliation')
  const language = useLanguage()
  const { currency } = day.difference
  const bank = day.lines.filter(({ id }) => lines.has(id))
  const ledger = day.expectations.filter(({ id }) => expectations.has(id))
  const sum = (items: readonly { amount: { amount: number } }[]) =>
    items.reduce((total, { amount }) => total + amount.amount, 0)
  const difference = sum(bank) - sum(ledger)
  const money = (amount: number) => formatAmount({ amount, currency }, language)
  const some = bank.length > 0 || ledger.length > 0
  return (
    <Card
      className={cx(styles.selection, some && styles.active)}
      title={
        <>
          {t('conciliation.bench.selection')}{' '}
          {some && (
            <Badge tone="primary">
              {t('conciliation.bench.to', { lines: bank.length, expectations: ledger.length })}
            </Badge>
          )}
        </>
      }
      actions={
        some && (
          <Button variant="secondary" size="small" onClick={onClear}>
            {t('conciliation.bench.clear')}
          </Button>
        )
      }
    >
      {some ? (
        <>
          <dl className={styles.sums}>
            <div>
              <dt>{t('conciliation.bench.bank_sum', { number: formatNumber(bank.length, language) })}</dt>
              <dd>{money(sum(bank))}</dd>
            </div>
            <div>
              <dt>{t('conciliation.bench.ledger_sum', { number: formatNumber(ledger.length, language) })}</dt>
              <dd>{money(sum(ledger))}</dd>
            </div>
            <div className={cx(styles.difference, difference !== 0 && styles.off)}>
              <dt>{t('conciliation.column.difference')}</dt>
              <dd>{money(difference)}</dd>
            </div>
          </dl>
          <CommandButton
            dialog={make}
            given={{
              lines: [...lines],
              expectations: [...expectations],
              difference: { amount: difference, currency },
              onMade: onClear,
            }}
            permissions={MAY_WRITE}
            anyMerchant
            disabled={bank.length === 0 || (ledger.length === 0 && difference >= 0)}
          >
            {t(difference === 0 ? 'conciliation.match.open' : 'conciliation.match.open_difference')}
          </CommandButton>
          {bank[0] && bank.length === 1 && difference !== 0 && ledger.length > 0 && (
            <CommandButton
              dialog={split}
              given={{ line: bank[0], expectations: ledger, chosen: true, onSplit: onClear }}
              permissions={MAY_WRITE}
              anyMerchant
              variant="secondary"
            >
              {t('conciliation.split.open')}
            </CommandButton>
          )}
          {bank.length === 0 && <p className={styles.note}>{t('conciliation.bench.need_line')}</p>}
        </>
      ) : (
        <p className={styles.note}>{t('conciliation.bench.choose_both')}</p>
      )}
    </Card>
  )
}
