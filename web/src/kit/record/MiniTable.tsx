import type { ReactNode } from 'react'
import { cx } from '../../ui/cx'
import { useNarrow } from '../list/useNarrow'
import { Facts } from './Facts'
import styles from './MiniTable.module.css'

export interface MiniTableProps {
  label: string
  columns: readonly { key: string; title: string; end?: boolean }[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
}

/** As many columns as fit on a phone. */
const NARROW_COLUMNS = 4

/** A few rows that belong to a record; too few to sort, filter or turn pages. */
export function MiniTable(props: MiniTableProps) {
  const narrow = useNarrow()
  return narrow && props.columns.length > NARROW_COLUMNS ? <Stack {...props} /> : <Table {...props} />
}

/** Row under row, each a grid of what it holds. */
function Stack({ label, columns, rows }: MiniTableProps) {
  return (
    <ul aria-label={label}>
      {rows.map(({ key, cells }) => (
        <li key={key} className={styles.row}>
          <Facts
            facts={columns
              .map(({ title }, place) => ({ label: title, value: cells[place] }))
              .filter((fact) => fact.label !== '' && fact.value !== '')}
          />
          {/* What can be done with a row has no heading. */}
          <div className={styles.act}>{cells.filter((_, place) => columns[place]?.title === '')}</div>
        </li>
      ))}
    </ul>
  )
}

function Table({ label, columns, rows }: MiniTableProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className={styles.box} tabIndex={0} aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ key, title, end }) => (
              <th key={key} scope="col" className={cx(end && styles.end)}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {columns.map((column, place) => (
                <td key={column.key} className={cx(column.end && styles.end)}>
                  {cells[place]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
