import { useLanguage, useT } from '../../app/i18n'
import { Bar } from '../../ui/Skeleton'
import { formatMoney, formatNumber } from '../format'
import type { Column, ListDefinition } from '../list/definition'
import type { TableState } from '../list/useList'
import styles from './SummaryRow.module.css'
import { type Facets, useFacets } from './useFacets'

interface SummaryRowProps<Row> {
  list: ListDefinition<Row>
  table: TableState<Row>
  /** Those on the screen. */
  columns: readonly Column<Row>[]
}

/** What everything that matches sums up to, not the page alone; a list too long to add up says so. */
export function SummaryRow<Row>({ list, table, columns }: SummaryRowProps<Row>) {
  const t = useT('kit')
  const money = columns.filter(({ kind }) => kind === 'money')
  const { totalItems, totalEstimated, appliedFilters } = table
  const shown = Boolean(list.facets) && money.length > 0
  const facets = useFacets(list, appliedFilters, {
    wanted: shown && totalItems !== null && !totalEstimated,
  })
  if (!shown) return null
  const tooMany = totalEstimated || facets?.total.estimated
  return (
    <div className={styles.row}>
      <span className={styles.name}>{t('kit.facets.total')}</span>
      {tooMany ? <span>{t('kit.facets.too_many')}</span> : <Sums total={facets?.total} money={money} />}
    </div>
  )
}

function Sums<Row>({ total, money }: { total: Facets['total'] | undefined; money: readonly Column<Row>[] }) {
  const t = useT('kit')
  const language = useLanguage()
  // On a phone beside the name, in its row.
  if (!total)
    return (
      <span className={styles.waiting}>
        <Bar />
      </span>
    )
  return (
    <dl className={styles.sums}>
      <div>
        <dt>{t('kit.facets.rows')}</dt>
        <dd>{formatNumber(total.count, language)}</dd>
      </div>
      {money.map(({ key, title }) => {
        const sum = total.sums?.[key]
        return (
          sum && (
            <div key={key}>
              <dt>{t(title)}</dt>
              <dd>{formatMoney(sum, language)}</dd>
            </div>
          )
        )
      })}
    </dl>
  )
}
