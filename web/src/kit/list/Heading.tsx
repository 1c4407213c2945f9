import { ArrowDown, ArrowUp } from 'lucide-react'
import { cx } from '../../ui/cx'
import { cellClass } from './cellClass'
import styles from './DataTable.module.css'
import type { Column, Text } from './definition'
import type { ListState } from './search'
import { titleOf } from './widths'

interface HeadingProps<Row> {
  column: Column<Row>
  /** The money that a row is about. */
  main?: boolean
  order: ListState['order']
  onOrder: (order: ListState['order']) => void
  text: Text
}

/** The name of a column; a press sorts by it. */
export function Heading<Row>({ column, main, order, onOrder, text }: HeadingProps<Row>) {
  const { t } = text
  const title = titleOf(column, text)
  const name = cx(cellClass(column), main && styles.amount)
  const style = column.width ? { width: column.width } : undefined
  if (!column.sortable) {
    return (
      <th scope="col" className={name} style={style}>
        {title}
      </th>
    )
  }
  const current = order.by === column.key
  const Arrow = order.sort === 'asc' ? ArrowUp : ArrowDown
  const next = current && order.sort === 'desc' ? 'asc' : 'desc'
  return (
    <th
      scope="col"
      className={name}
      style={style}
      aria-sort={current ? (order.sort === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        className={styles.sort}
        title={t(`kit.list.sort_${next}`)}
        onClick={() => onOrder({ by: column.key, sort: next })}
      >
        {title}
        <Arrow
          size={14}
          strokeWidth={2}
          className={cx(styles.arrow, current && styles.current)}
          aria-hidden
        />
      </button>
    </th>
  )
}
