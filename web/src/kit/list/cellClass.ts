import { cx } from '../../ui/cx'
import styles from './DataTable.module.css'
import type { Column } from './definition'

/** How the cells of a column look, its heading included. */
export function cellClass<Row>(column: Column<Row>): string {
  const end = (column.align ?? (column.kind === 'money' ? 'end' : 'start')) === 'end'
  const strong = column.kind === 'money' && !column.muted
  return cx(end && styles.end, strong && styles.strong, column.muted && styles.muted)
}
