import { Link } from '@tanstack/react-router'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { formatAmount, formatDecimal, formatMoney, formatNumber, type Money } from '../../kit/format'
import { MiniTable } from '../../kit/record/MiniTable'
import { Card } from '../../ui/Card'
import { cx } from '../../ui/cx'
import { type Closing, operationPath } from '../exchange'
import styles from '../exchange.module.css'

const sum = (values: readonly Money[], currency: string): Money => ({
  amount: values.reduce((total, { amount }) => total + amount, 0),
  currency,
})

/** Who has what in the closing; each merchant opens to its rows, and the last line is their sum. */
export function Merchants({ closing }: { closing: Closing }) {
  const t = useT('exchange')
  const language = useLanguage()
  const [open, setOpen] = useState<number | null>(null)
  const { merchants, lines, foreign, clients } = closing
  const amount = (value: Money) => formatAmount(value, language)
  const home = clients.currency
  return (
    <Card title={t('exchange.card.merchants')} flush>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section className={styles.box} tabIndex={0} aria-label={t('exchange.card.merchants')}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('exchange.column.company_name')}</th>
              <th scope="col" className={styles.end}>
                {t('exchange.column.operations')}
              </th>
              <th scope="col" className={styles.end}>
                {t('exchange.head.foreign', { currency: foreign.currency })}
              </th>
              <th scope="col" className={styles.end}>
                {t('exchange.head.mean_rate')}
              </th>
              <th scope="col" className={styles.end}>
                {t('exchange.head.clients', { currency: home })}
              </th>
              <th scope="col" className={styles.end}>
                {t('exchange.head.tax', { currency: home })}
              </th>
              <th scope="col" className={styles.end}>
                {t('exchange.head.spread', { currency: home })}
              </th>
            </tr>
          </thead>
          <tbody>
            {merchants.map((part) => (
              <Part
                key={part.company_id}
                part={part}
                lines={
                  open === part.company_id
                    ? lines.filter((line) => line.company_id === part.company_id)
                    : null
                }
                onToggle={() => setOpen(open === part.company_id ? null : part.company_id)}
              />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td>{t('exchange.head.total')}</td>
              <td className={styles.end}>{formatNumber(closing.operations, language)}</td>
              <td className={styles.end}>{amount(foreign)}</td>
              <td className={styles.end}>{formatDecimal(closing.mean_rate ?? '', language)}</td>
              <td className={styles.end}>{amount(clients)}</td>
              <td className={styles.end}>{amount(closing.tax)}</td>
              <td className={cx(styles.end, styles.good)}>
                {amount(
                  sum(
                    merchants.map(({ spread }) => spread),
                    home,
                  ),
                )}
              </td>
            </tr>
          </tfoot>
        </table>
      </section>
    </Card>
  )
}

interface PartProps {
  part: Closing['merchants'][number]
  /** Its rows, where it is open. */
  lines: Closing['lines'] | null
  onToggle: () => void
}

function Part({ part, lines, onToggle }: PartProps) {
  const language = useLanguage()
  const amount = (value: Money) => formatAmount(value, language)
  const Icon = lines ? ChevronDown : ChevronRight
  return (
    <>
      <tr>
        <td>
          <button type="button" className={styles.toggle} aria-expanded={lines !== null} onClick={onToggle}>
            <Icon size={16} strokeWidth={1.75} aria-hidden />
            {part.company_name}
          </button>
        </td>
        <td className={styles.end}>{formatNumber(part.operations, language)}</td>
        <td className={styles.end}>
          <strong>{amount(part.foreign)}</strong>
        </td>
        <td className={styles.end}>{formatDecimal(part.mean_rate, language)}</td>
        <td className={styles.end}>
          <strong>{amount(part.clients)}</strong>
        </td>
        <td className={styles.end}>{amount(part.tax)}</td>
        <td className={cx(styles.end, part.spread.amount >= 0 ? styles.good : styles.bad)}>
          {amount(part.spread)}
        </td>
      </tr>
      {lines?.map((line) => (
        <tr key={line.operation_id} className={styles.inner}>
          <td>
            <Link to={operationPath(line.operation_id)}>{line.reference}</Link> {line.client_name}
          </td>
          <td className={styles.end}>1</td>
          <td className={styles.end}>{amount(line.foreign)}</td>
          <td className={styles.end}>{formatDecimal(line.rate, language)}</td>
          <td className={styles.end}>{amount(line.price)}</td>
          <td className={styles.end}>{amount(line.tax)}</td>
          <td className={styles.end}>—</td>
        </tr>
      ))}
    </>
  )
}

/** What is funded and stays out, each with what it lacks. */
export function LeftOut({ closing }: { closing: Closing }) {
  const t = useT('exchange')
  const language = useLanguage()
  const { left_out } = closing
  const total = sum(
    left_out.map(({ foreign }) => foreign),
    closing.foreign.currency,
  )
  return (
    <Card
      title={t('exchange.card.left_out', { count: left_out.length })}
      actions={
        <span className={styles.under}>
          {t('exchange.left_out.stays', { amount: formatMoney(total, language) })}
        </span>
      }
      flush
    >
      <MiniTable
        label={t('exchange.card.left_out', { count: left_out.length })}
        columns={[
          { key: 'reference', title: t('exchange.column.reference') },
          { key: 'merchant', title: t('exchange.column.company_name') },
          { key: 'lacks', title: t('exchange.left_out.why'), wide: true },
          {
            key: 'amount',
            title: t('exchange.head.foreign', { currency: closing.foreign.currency }),
            end: true,
          },
        ]}
        rows={left_out.map((each) => ({
          key: each.operation_id,
          cells: [
            <Link key="link" to={operationPath(each.operation_id)}>
              {each.reference}
            </Link>,
            each.company_name,
            <span key="why" className={styles.warn}>
              {each.lacks.map((name) => t(`exchange.lacks.${name}`)).join(', ')}
            </span>,
            formatAmount(each.foreign, language),
          ],
        }))}
      />
    </Card>
  )
}
