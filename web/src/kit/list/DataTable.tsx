import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { cx } from '../../ui/cx'
import { Bar } from '../../ui/Skeleton'
import hidden from '../hidden.module.css'
import { cellOf } from './Cell'
import styles from './DataTable.module.css'
import type { Column, ListDefinition, Text } from './definition'
import type { ListState } from './search'

export interface DataTableProps<Row> {
  list: ListDefinition<Row>
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** How many rows of grey to show instead of rows. */
  skeletons: number
  order: ListState['order']
  onOrder: (order: ListState['order']) => void
  caption: string
  text: Text
}

/** Width of a column that names none, when the table has to scroll. */
const FREE_WIDTH = 180

/** Rows and columns; the header stays in sight, and a row opens its record. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, columns, rows, skeletons, caption, text } = props
  const box = useRef<HTMLDivElement>(null)
  const needed = columns.reduce((sum, { width }) => sum + (width ?? FREE_WIDTH), list.actions?.width ?? 0)
  const scrolls = useIsNarrower(box, needed)
  return (
    <div ref={box} className={cx(styles.box, scrolls && styles.scrolls)}>
      <table className={styles.table} style={scrolls ? { width: needed } : undefined}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} {...props} />
            ))}
            {list.actions && (
              <th scope="col" style={{ width: list.actions.width }}>
                <span className={hidden.hidden}>{text.t('kit.list.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {skeletons > 0
            ? Array.from({ length: skeletons }, (_, row) => (
                <tr key={row} className={styles.row}>
                  {columns.map((column) => (
                    <td key={column.key} className={cx(cellClass(column), styles.skeleton)}>
                      <Bar width={column.kind === 'money' ? '40%' : `${55 + ((row * 7) % 30)}%`} />
                    </td>
                  ))}
                  {list.actions && <td className={styles.end}>{'\u00a0'}</td>}
                </tr>
              ))
            : rows.map((row) => (
                <BodyRow key={list.rowKey(row)} list={list} columns={columns} row={row} text={text} />
              ))}
        </tbody>
      </table>
    </div>
  )
}

function cellClass<Row>(column: Column<Row>): string {
  const end = (column.align ?? (column.kind === 'money' ? 'end' : 'start')) === 'end'
  const strong = column.kind === 'money' && !column.muted
  return cx(end && styles.end, strong && styles.strong, column.muted && styles.muted)
}

function Heading<Row>({
  column,
  order,
  onOrder,
  text: { t },
}: { column: Column<Row> } & DataTableProps<Row>) {
  const title = t(column.title) + (column.kind === 'money' && column.currency ? ` (${column.currency})` : '')
  const style = column.width ? { width: column.width } : undefined
  if (!column.sortable) {
    return (
      <th scope="col" className={cellClass(column)} style={style}>
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
      className={cellClass(column)}
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

interface BodyRowProps<Row> {
  list: ListDefinition<Row>
  columns: readonly Column<Row>[]
  row: Row
  text: Text
}

function BodyRow<Row>({ list, columns, row, text }: BodyRowProps<Row>) {
  const navigate = useNavigate()
  const href = list.href?.(row)
  const open = (event: MouseEvent<HTMLTableRowElement>) => {
    if (!href || (event.target as Element).closest('a, button')) return
    // Letting go after marking a text is not a click on the row.
    if (getSelection()?.toString()) return
    if (event.ctrlKey || event.metaKey) window.open(href, '_blank', 'noopener')
    else void navigate({ href })
  }
  return (
    <tr className={cx(styles.row, Boolean(href) && styles.opens)} onClick={open}>
      {columns.map((column, place) => {
        const cell = cellOf(list, column, row, text)
        return (
          <td key={column.key} className={cellClass(column)}>
            {href && place === 0 ? (
              <Link to={href} className={styles.link}>
                {cell}
              </Link>
            ) : (
              cell
            )}
          </td>
        )
      })}
      {list.actions && <td className={styles.end}>{list.actions.render(row, text)}</td>}
    </tr>
  )
}

/** Whether an element is narrower than what stands in it needs. */
function useIsNarrower(box: React.RefObject<HTMLElement | null>, needed: number): boolean {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return width < needed
}
