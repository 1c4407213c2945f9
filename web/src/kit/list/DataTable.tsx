import {
  type CSSProperties,
  lazy,
  type RefObject,
  Suspense,
  type UIEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isShortcut } from '../../app/shortcuts'
import { useStore } from '../../app/store'
import { cx } from '../../ui/cx'
import { Bar } from '../../ui/Skeleton'
import hidden from '../hidden.module.css'
import { BodyRow } from './BodyRow'
import { cellClass } from './cellClass'
import { type Cursor, useFirstRow } from './cursor'
import styles from './DataTable.module.css'
import type { Column, ListDefinition, Text } from './definition'
import { amountColumn, FREE_WIDTH, leftOut } from './fit'
import { Heading } from './Heading'
import { NEAR_END } from './More'
import type { ListState } from './search'
import type { SelectionStore } from './selection'
import { LoadedTick } from './Ticks'
import { useRowEvents } from './useRowEvents'
import type { SelectActions } from './useSelection'
import type { Measure } from './VirtualRows'
import { wideEnough } from './widths'

const VirtualRows = lazy(() => import('./VirtualRows'))

export interface DataTableProps<Row> {
  list: ListDefinition<Row>
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  /** Their ids. */
  ids: readonly string[]
  /** How many rows of the list come before these. */
  before: number
  /** How many rows the list has; null where that is not known for certain. */
  total: number | null
  /** Only the rows in view are in the document. */
  virtual: boolean
  /** CSS pixels of a row. */
  rowHeight: number
  /** Loads on, where rows come continuously; told whether the table scrolls by itself, because then only it knows when. */
  more: (() => void) | null
  onBoxed: (scrolls: boolean) => void
  /** The columns are those that the list begins with, and give way where they do not fit; what a person chose stays. */
  fits: boolean
  /** Told how many gave way. */
  onLeft?: (count: number) => void
  /** How many rows of grey to show instead of rows. */
  skeletons: number
  order: ListState['order']
  onOrder: (order: ListState['order']) => void
  cursor: Cursor
  selectedItems: SelectionStore
  /** Null where rows cannot be ticked. */
  select: SelectActions | null
  caption: string
  text: Text
}

const TICK_WIDTH = 44
/** Placeholder rows, until the code of the real ones has loaded. */
const FIRST_ROWS = 50

/** Rows and columns; the header stays in sight, and a row opens its record. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, rows, ids, total, skeletons, cursor, selectedItems, select, caption, text } = props
  const box = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const fixed = (list.actions?.width ?? 0) + (select ? TICK_WIDTH : 0)
  const width = useWidth(box)
  const { columns, left } = useFitting(props, width - fixed)
  const needed = columns.reduce((sum, column) => sum + (column.width ?? FREE_WIDTH), fixed)
  const scrolls = width < needed
  const { more, onBoxed, onLeft } = props
  useEffect(() => onBoxed(scrolls), [scrolls, onBoxed])
  useEffect(() => onLeft?.(left), [left, onLeft])
  const amount = amountColumn(list, columns)
  const loadOn = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) => {
    if (scrollHeight - scrollTop - clientHeight < NEAR_END) more?.()
  }
  useFirstRow(cursor, ids)
  useFromAnywhere(cursor, ids)
  const byId = useMemo(() => new Map(rows.map((row) => [list.rowKey(row), row])), [list, rows])
  const events = useRowEvents({
    ids,
    hrefOf: (id) => {
      const row = byId.get(id)
      return row && list.href?.(row)
    },
    cursor,
    selectedItems,
    select,
  })
  return (
    <div
      ref={box}
      className={cx(styles.box, scrolls && styles.scrolls, select && styles.ticked)}
      style={{ '--end': `${list.actions?.width ?? 0}px` } as CSSProperties}
      onScroll={scrolls && more ? loadOn : undefined}
    >
      <table
        className={styles.table}
        style={scrolls ? { width: needed } : undefined}
        aria-rowcount={total === null ? -1 : total + 1}
      >
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr aria-rowindex={1}>
            {select && (
              <th scope="col" className={styles.tick} style={{ width: TICK_WIDTH }}>
                <LoadedTick ids={ids} selectedItems={selectedItems} select={select} text={text} />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.key} column={column} main={column.key === amount} {...props} />
            ))}
            {list.actions && (
              <th scope="col" className={styles.actions} style={{ width: list.actions.width }}>
                <span className={hidden.hidden}>{text.t('kit.list.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body} {...events}>
          {skeletons > 0 ? (
            Array.from({ length: skeletons }, (_, row) => (
              <SkeletonRow key={row} row={row} {...props} columns={columns} />
            ))
          ) : (
            <BodyRows {...props} columns={columns} amount={amount} body={body} box={scrolls ? box : null} />
          )}
        </tbody>
      </table>
    </div>
  )
}

interface BodyRowsProps<Row> extends DataTableProps<Row> {
  body: RefObject<HTMLElement | null>
  /** Key of the money that a row is about. */
  amount: string | null
  /** What scrolls, where that is not the page. */
  box: RefObject<HTMLElement | null> | null
}

function BodyRows<Row>(props: BodyRowsProps<Row>) {
  const { list, columns, rows, ids, before, virtual, rowHeight, cursor, selectedItems, select, text } = props
  const keyboard = useStore(cursor, (state) => (virtual ? state.row : null))
  const keep = useMemo(() => (keyboard === null ? -1 : ids.indexOf(keyboard)), [ids, keyboard])
  const draw = (index: number, measure?: Measure) => {
    const row = rows[index]
    return row === undefined ? null : (
      <BodyRow
        key={ids[index]}
        list={list}
        columns={columns}
        amount={props.amount}
        row={row}
        index={index}
        measure={measure}
        place={before + index + 1}
        cursor={cursor}
        selectedItems={selectedItems}
        select={select}
        text={text}
      />
    )
  }
  if (!virtual) return rows.map((_, index) => draw(index))
  const space = (height: number) => height > 0 && <SpaceRow height={height} />
  return (
    <Suspense
      fallback={
        <>
          {rows.slice(0, FIRST_ROWS).map((_, index) => draw(index))}
          {space((rows.length - FIRST_ROWS) * rowHeight)}
        </>
      }
    >
      <VirtualRows
        count={rows.length}
        estimate={rowHeight}
        place={props.body}
        box={props.box}
        keep={keep}
        row={draw}
        space={space}
      />
    </Suspense>
  )
}

/** Stands for rows that are out of sight. */
function SpaceRow({ height }: { height: number }) {
  return (
    <tr aria-hidden>
      <td className={styles.space} style={{ height }}>
        {'\u00a0'}
      </td>
    </tr>
  )
}

function SkeletonRow<Row>({ row, list, columns, select }: { row: number } & DataTableProps<Row>) {
  return (
    <tr className={styles.row}>
      {select && <td className={styles.tick}>{'\u00a0'}</td>}
      {columns.map((column) => (
        <td key={column.key} className={cx(cellClass(column), styles.skeleton)}>
          <Bar width={column.kind === 'money' ? '40%' : `${55 + ((row * 7) % 30)}%`} />
        </td>
      ))}
      {list.actions && <td className={cx(styles.end, styles.actions)}>{'\u00a0'}</td>}
    </tr>
  )
}

/** What takes letters for itself, beside fields and windows. */
const LETTERS = '[role=menu], [role=listbox], [role=combobox]'

/** The keys of rows work as soon as the page is there: nobody has to come to a row by Tab first. */
function useFromAnywhere(cursor: Cursor, ids: readonly string[]): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // An arrow scrolls the page. A letter does nothing on a button or a link, and in a menu it looks for an entry.
      if (event.defaultPrevented || event.key.length !== 1 || (event.target as Element).closest?.(LETTERS))
        return
      if (!isShortcut('nextRow', event) && !isShortcut('previousRow', event)) return
      event.preventDefault()
      cursor.set({ row: cursor.get().row ?? ids[0] ?? null, take: {} })
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [cursor, ids])
}

/** The columns for which there is room, and how many gave way. */
function useFitting<Row>({ list, columns, fits, text }: DataTableProps<Row>, room: number) {
  const wide = useMemo(() => wideEnough(list, columns, text), [list, columns, text])
  return useMemo(() => {
    const away = fits ? leftOut(list, wide, room) : []
    return { columns: wide.filter(({ key }) => !away.includes(key)), left: away.length }
  }, [list, wide, fits, room])
}

/** CSS pixels of an element; without end until it is known. */
function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    if (!box.current) return
    // Known before anything is painted or takes the focus: rows that begin to scroll by themselves are drawn anew.
    // oxlint-disable-next-line react/set-state-in-effect -- a width is only there after the drawing
    setWidth(box.current.clientWidth || Number.POSITIVE_INFINITY)
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return width
}
