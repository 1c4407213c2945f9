import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useLanguage, useT } from '../../app/i18n'
import { cx } from '../../ui/cx'
import { formatNumber } from '../format'
import { useNarrow } from '../list/useNarrow'
import { Facts } from './Facts'
import styles from './MiniTable.module.css'

export interface MiniTableProps {
  label: string
  /** Of a table's columns, which are equal, a `wide` one is twice as wide and a `narrow` one holds a single button or the number of a line. */
  columns: readonly { key: string; title: string; end?: boolean; wide?: boolean; narrow?: boolean }[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  /** As many as the server tells of at most: then there may be more, and the table says so. */
  most?: number
  /** How many there are, where the server tells; of more than stand here the table says so. */
  total?: number
}

/** As many columns as can fit on a phone. */
const NARROW_COLUMNS = 4
/** As wide as they can be together, a wide one being two: beyond it each is a word or two a line. */
const NARROW_PARTS = 6

const partsOf = (columns: MiniTableProps['columns']) =>
  columns.reduce((sum, { wide, narrow }) => sum + (narrow ? 0 : wide ? 2 : 1), 0)

/** A few rows that belong to a record; too few to sort, filter or turn pages. On a phone what does not fit stands in a stack. */
export function MiniTable(props: MiniTableProps) {
  const t = useT('kit')
  const language = useLanguage()
  const narrow = useNarrow()
  const box = useRef<HTMLElement>(null)
  const [cut, setCut] = useState(false)
  const { columns, rows, most = Number.POSITIVE_INFINITY, total } = props
  const number = (count: number) => formatNumber(count, language)
  useLayoutEffect(() => {
    const table = box.current
    if (narrow && table && table.scrollWidth > table.clientWidth) setCut(true)
  }, [narrow, columns, rows])
  return (
    <>
      {narrow && (cut || columns.length > NARROW_COLUMNS || partsOf(columns) > NARROW_PARTS) ? (
        <Stack {...props} />
      ) : (
        <Table {...props} box={box} />
      )}
      {total === undefined
        ? rows.length >= most && <p className={styles.more}>{t('kit.record.latest_only', { count: most })}</p>
        : rows.length < total && (
            <p className={styles.more}>
              {t('kit.record.latest_of', { number: number(rows.length), total: number(total) })}
            </p>
          )}
    </>
  )
}

/** Rows stacked, each as a grid of its cells. */
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

function Table({ label, columns, rows, box }: MiniTableProps & { box: RefObject<HTMLElement | null> }) {
  const parts = partsOf(columns)
  // Narrow columns take their room from those without a width of their own: a sum keeps what it needs.
  const pressed = columns.some(({ narrow }) => narrow)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section ref={box} className={styles.box} tabIndex={0} aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ key, title, end, wide, narrow }) => (
              <th
                key={key}
                scope="col"
                className={cx(end && styles.end, narrow && styles.narrow, pressed && end && styles.sum)}
                style={wide ? { width: `${200 / parts}%` } : undefined}
              >
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
