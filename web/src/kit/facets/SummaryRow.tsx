import { useLanguage, useT } from '../../app/i18n'
import { Bar } from '../../ui/Skeleton'
import { formatNumber, formatSums } from '../format'
import type { Column, ListDefinition } from '../list/definition'
import type { TableState } from '../list/useList'
import styles from './SummaryRow.module.css'
import type { Facets } from './useFacets'

interface SummaryRowProps<Row> {
  list: ListDefinition<Row>
  table: TableState<Row>
  /** Those on the screen. */
  columns: readonly Column<Row>[]
}

/** What everything that matches sums up to, not the page alone; a list too long to add up says so. */
export function SummaryRow<Row>({ list, table, columns }: SummaryRowProps<Row>) {
  const t = useT('kit')
  const money = columns.filter((column) => column.kind === 'money')
  const { totalEstimated, summary } = table
  if (!list.facets || money.length === 0) return null
  const tooMany = totalEstimated || summary?.estimated
  return (
    <div className={styles.row}>
      <span className={styles.name}>{t('kit.facets.total')}</span>
      {tooMany ? (
        <span>{t('kit.facets.too_many')}</span>
      ) : (
        <Sums total={summary} money={money.filter(({ summed }) => summed !== false)} />
      )}
    </div>
  )
}

function Sums<Row>({ total, money }: { total: Facets['total'] | undefined; money: readonly Column<Row>[] }) {
  const t = useT('kit')
  const language = useLanguage()
  return (
    // Drawn anew once they are known, so that nothing is moved.
    <dl key={total ? 'known' : 'waiting'} className={styles.sums}>
      <div>
        <dt>{t('kit.facets.rows')}</dt>
        <dd>{total ? formatNumber(total.count, language) : <Bar width={32} />}</dd>
      </div>
      {money.map(({ key, title }) => {
        const sum = total?.sums?.[key]
        return (
          <div key={key}>
            <dt>{t(title)}</dt>
            <dd>{sum?.length ? formatSums(sum, language) : total ? '—' : <Bar width={88} />}</dd>
          </div>
        )
      })}
    </dl>
  )
}
