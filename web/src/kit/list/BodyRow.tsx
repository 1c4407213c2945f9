import { Link } from '@tanstack/react-router'
import { memo, useLayoutEffect, useRef } from 'react'
import { useStore } from '../../app/store'
import { cx } from '../../ui/cx'
import { cellOf } from './Cell'
import { cellClass } from './cellClass'
import { type Cursor, useCursor } from './cursor'
import styles from './DataTable.module.css'
import type { Column, ListDefinition, Text } from './definition'
import { RowStop } from './rowStop'
import { isSelected, type SelectionStore } from './selection'
import { RowTick } from './Ticks'
import type { SelectActions } from './useSelection'
import type { Measure } from './VirtualRows'

/** Letters that fit any column. */
const ONE_LINE = 9

export interface BodyRowProps<Row> {
  list: ListDefinition<Row>
  columns: readonly Column<Row>[]
  /** Key of the money that it is about. */
  amount?: string | null
  row: Row
  /** Its number in the whole list, from 1. */
  place: number
  /** Its place among the loaded rows, and what wants to know its height. */
  index: number
  measure?: Measure
  cursor: Cursor
  selectedItems: SelectionStore
  /** Null where rows cannot be ticked. */
  select: SelectActions | null
  text: Text
}

/** One row. It is drawn again only when it is ticked, when the keyboard comes or leaves, or when it holds something new. */
export const BodyRow = memo(TableRow) as typeof TableRow

function TableRow<Row>(props: BodyRowProps<Row>) {
  const { list, row, place, cursor, selectedItems, select, text } = props
  const id = list.rowKey(row)
  const element = useRef<HTMLTableRowElement>(null)
  const { index, measure } = props
  useLayoutEffect(() => measure?.(element.current), [measure, index])
  const current = useCursor(cursor, id, element)
  const selected = useStore(selectedItems, ({ selection }) => isSelected(selection, id))
  return (
    <tr
      ref={element}
      data-row={id}
      data-index={index}
      tabIndex={current ? 0 : -1}
      // The heading is the first row.
      aria-rowindex={place + 1}
      className={cx(styles.row, Boolean(list.href) && styles.opens, selected && styles.selected)}
    >
      {select && (
        <td className={styles.tick}>
          <RowTick
            id={id}
            place={place}
            byTab={false}
            selectedItems={selectedItems}
            select={select}
            text={text}
          />
        </td>
      )}
      <RowStop value={current}>
        <Cells list={list} columns={props.columns} amount={props.amount} row={row} text={text} />
      </RowStop>
    </tr>
  )
}

const Cells = memo(RowCells) as typeof RowCells

function RowCells<Row>({
  list,
  columns,
  amount,
  row,
  text,
}: Pick<BodyRowProps<Row>, 'list' | 'columns' | 'amount' | 'row' | 'text'>) {
  const href = list.href?.(row)
  return (
    <>
      {columns.map((column, index) => {
        const shown = cellOf(list, column, row, text)
        const cell =
          typeof shown === 'string' && shown.length > ONE_LINE && column.kind !== 'money' ? (
            <span className={styles.words} title={shown}>
              {shown}
            </span>
          ) : (
            shown
          )
        return (
          <td
            key={column.key}
            data-kind={column.kind}
            data-main={column.key === amount || undefined}
            className={cx(cellClass(column), column.key === amount && styles.amount)}
          >
            {href && index === 0 ? (
              <Link to={href} className={styles.link}>
                {cell}
              </Link>
            ) : (
              cell
            )}
          </td>
        )
      })}
      {list.actions && <td className={cx(styles.end, styles.actions)}>{list.actions.render(row, text)}</td>}
    </>
  )
}
