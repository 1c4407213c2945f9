import { Link } from '@tanstack/react-router'
import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { formatAmount, formatDay, formatNumber } from '../../kit/format'
import { StatusWord } from '../../kit/list/Cell'
import type { Status } from '../../kit/list/definition'
import { Card } from '../../ui/Card'
import { Checkbox } from '../../ui/Checkbox'
import { cx } from '../../ui/cx'
import { type Day, EXPECTATION_STATES, LINE_STATES, linePath, wordOf } from '../conciliation'
import styles from './DayBench.module.css'

interface ColumnProps {
  day: Day
  chosen: ReadonlySet<string>
  /** Absent where the day takes no changes. */
  onChoose: ((chosen: ReadonlySet<string>) => void) | undefined
}

interface Item {
  id: string
  title: ReactNode
  name: string
  note: string
  amount: Day['difference']
  state: string
}

const sumOf = (items: readonly { amount: Day['difference'] }[]) =>
  items.reduce((sum, { amount }) => sum + amount.amount, 0)

/** What the bank says and nothing explains yet. */
export function LinesColumn({ day, chosen, onChoose }: ColumnProps) {
  const t = useT('kit', 'conciliation')
  const language = useLanguage()
  const matched = day.rungs.reduce((sum, { lines }) => sum + lines, 0)
  const items = day.lines.map((line) => ({
    id: line.id,
    name: line.description || line.id,
    title: <Link to={linePath(line.id)}>{line.description || '—'}</Link>,
    note: [
      t('conciliation.line.at', { line: formatNumber(line.number, language) }),
      line.history_code && t('conciliation.bench.history', { code: line.history_code }),
      formatDay(line.day, language),
    ]
      .filter(Boolean)
      .join(', '),
    amount: line.amount,
    state: line.state,
  }))
  return (
    <OpenColumn
      title={t('conciliation.bench.lines')}
      empty={t('conciliation.bench.no_lines')}
      items={items}
      states={LINE_STATES}
      chosen={chosen}
      onChoose={onChoose}
      foot={
        <>
          {matched > 0 && (
            <div className={styles.foot}>
              <span>{t('conciliation.bench.matched')}</span>
              <strong>{formatNumber(matched, language)}</strong>
              <span className={styles.note}>
                {day.rungs
                  .map(
                    ({ rung, lines }) =>
                      `${t(`conciliation.rung_short.${rung}`)}: ${formatNumber(lines, language)}`,
                  )
                  .join('   ')}
              </span>
            </div>
          )}
          <div className={styles.foot}>
            <span>{t('conciliation.bench.open_bank')}</span>
            <strong>
              {formatAmount({ amount: sumOf(items), currency: day.difference.currency }, language)}
            </strong>
          </div>
        </>
      }
    />
  )
}

/** What the ledger expects at the bank and has not found; what is not due yet is no exception. */
export function ExpectationsColumn({ day, chosen, onChoose }: ColumnProps) {
  const t = useT('kit', 'conciliation')
  const language = useLanguage()
  const items = day.expectations.map((each) => ({
    id: each.id,
    name: each.reference,
    title: `${wordOf(t, 'journal', each.kind.replaceAll('.', '_'))}, ${each.merchant}`,
    note: t('conciliation.bench.due', {
      day: formatDay(each.day, language),
      due: formatDay(each.due_on, language),
    }),
    amount: each.amount,
    state: each.state,
  }))
  return (
    <OpenColumn
      title={t('conciliation.bench.expectations')}
      empty={t('conciliation.bench.no_expectations')}
      items={items}
      states={EXPECTATION_STATES}
      chosen={chosen}
      onChoose={onChoose}
      foot={
        <>
          {day.not_due > 0 && (
            <div className={styles.foot}>
              <span className={styles.clock}>
                <Clock size={16} strokeWidth={1.75} aria-hidden />
                {t('conciliation.bench.not_due', { count: day.not_due })}
              </span>
              <span>{formatAmount(day.not_due_amount, language)}</span>
            </div>
          )}
          <div className={styles.foot}>
            <span>{t('conciliation.bench.open_ledger')}</span>
            <strong>
              {formatAmount({ amount: sumOf(items), currency: day.difference.currency }, language)}
            </strong>
          </div>
        </>
      }
    />
  )
}

interface OpenColumnProps extends Pick<ColumnProps, 'chosen' | 'onChoose'> {
  title: string
  empty: string
  items: readonly Item[]
  states: readonly Status[]
  foot: ReactNode
}

function OpenColumn({ title, empty, items, states, chosen, onChoose, foot }: OpenColumnProps) {
  const t = useT('kit', 'conciliation')
  const language = useLanguage()
  const toggle = (id: string, on: boolean) => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    onChoose?.(next)
  }
  return (
    <Card
      flush
      className={styles.column}
      title={
        <>
          {title} <span className={styles.note}>{t('conciliation.bench.open', { count: items.length })}</span>
        </>
      }
    >
      {items.length === 0 && <p className={styles.empty}>{empty}</p>}
      <ul className={styles.items}>
        {items.map(({ id, name, title: shown, note, amount, state }) => (
          <li key={id} className={cx(styles.item, chosen.has(id) && styles.chosen)}>
            {onChoose ? (
              <Checkbox
                hideLabel
                label={t('conciliation.bench.choose', { name, amount: formatAmount(amount, language) })}
                checked={chosen.has(id)}
                onChange={(on) => toggle(id, on)}
              />
            ) : (
              <span />
            )}
            <div className={styles.words}>
              <div className={styles.name}>{shown}</div>
              <div className={styles.note}>{note}</div>
            </div>
            <div className={styles.figures}>
              <strong>{formatAmount(amount, language)}</strong>
              <StatusWord values={states} value={state} text={{ t, language }} />
            </div>
          </li>
        ))}
      </ul>
      <div className={styles.feet}>{foot}</div>
    </Card>
  )
}
