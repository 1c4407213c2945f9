import { Link } from '@tanstack/react-router'
import { lazy, memo, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react'
import { cx } from '../../ui/cx'
import { Bar } from '../../ui/Skeleton'
import styles from './Cards.module.css'
import type { ListDefinition, Text } from './definition'
import type { SelectionStore } from './selection'
import { RowTick } from './Ticks'
import type { SelectActions } from './useSelection'
import type { Measure } from './VirtualRows'

const VirtualRows = lazy(() => import('./VirtualRows'))

/** CSS pixels of a card that nobody has measured yet; the style sheet gives it at least as much. */
const CARD_HEIGHT = 85
/** Placeholder cards, until the code of the real ones has loaded. */
const FIRST_CARDS = 25

export interface CardsProps<Row> {
  list: ListDefinition<Row>
  rows: readonly Row[]
  ids: readonly string[]
  before: number
  /** Rows of the list; null where that is not known for certain. */
  total: number | null
  /** Only the cards in view are in the document. */
  virtual: boolean
  skeletons: number
  selectedItems: SelectionStore
  /** Null where rows cannot be ticked. */
  select: SelectActions | null
  caption: string
  text: Text
}

/** The same list on a phone: name and amount, state and time. */
export function Cards<Row>(props: CardsProps<Row>) {
  const { list, rows, ids, before, total, virtual, skeletons, caption } = props
  const place = useRef<HTMLUListElement>(null)
  if (skeletons > 0) {
    return (
      <div>
        {Array.from({ length: skeletons }, (_, row) => (
          <SkeletonCard key={row} />
        ))}
      </div>
    )
  }
  const draw = (index: number, measure?: Measure) => {
    const row = rows[index]
    return row === undefined ? null : (
      <Card
        key={ids[index]}
        list={list}
        row={row}
        index={index}
        measure={measure}
        place={before + index + 1}
        total={total}
        selectedItems={props.selectedItems}
        select={props.select}
        text={props.text}
      />
    )
  }
  const space = (height: number) => height > 0 && <li aria-hidden style={{ height }} />
  return (
    <ul ref={place} aria-label={caption}>
      {virtual ? (
        <Suspense
          fallback={
            <>
              {rows.slice(0, FIRST_CARDS).map((_, index) => draw(index))}
              {space((rows.length - FIRST_CARDS) * CARD_HEIGHT)}
            </>
          }
        >
          <VirtualRows
            count={rows.length}
            estimate={CARD_HEIGHT}
            place={place}
            box={null}
            keep={-1}
            row={draw}
            space={space}
          />
        </Suspense>
      ) : (
        rows.map((_, index) => draw(index))
      )}
    </ul>
  )
}

function SkeletonCard() {
  return (
    <div className={styles.card} aria-hidden>
      <Bar width="55%" />
      <span className={styles.end}>
        <Bar width={72} />
      </span>
      <Bar width={72} height={20} />
      <span className={styles.end}>
        <Bar width={90} />
      </span>
    </div>
  )
}

/** Actions no wider than this are a menu behind one button beside the card; wider ones are buttons under it. */
const MENU_WIDTH = 80
const isMenu = ({ width }: { width: number }) => width <= MENU_WIDTH

interface CardProps<Row> {
  list: ListDefinition<Row>
  row: Row
  /** Its number in the whole list, from 1. */
  place: number
  total: number | null
  /** Its place among the loaded rows, and what wants to know its height. */
  index: number
  measure?: Measure
  selectedItems: SelectionStore
  select: SelectActions | null
  text: Text
}

const Card = memo(RowCard) as typeof RowCard

function RowCard<Row>(props: CardProps<Row>) {
  const { list, row, place, total, index, measure, selectedItems, select, text } = props
  const element = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => measure?.(element.current), [measure, index])
  const { title, note, amount, status, time } = list.card(row, text)
  return (
    <li
      ref={element}
      data-row={list.rowKey(row)}
      data-index={index}
      aria-posinset={place}
      aria-setsize={total ?? -1}
      className={cx(
        styles.item,
        select && styles.ticked,
        list.actions && isMenu(list.actions) && styles.menued,
      )}
    >
      {select && (
        <RowTick
          id={list.rowKey(row)}
          place={place}
          selectedItems={selectedItems}
          select={select}
          text={text}
        />
      )}
      <Opens href={list.href?.(row)}>
        <span className={styles.name}>
          <span className={styles.title}>{title}</span>
          {note && <span className={styles.note}>{note}</span>}
        </span>
        <span className={styles.amount} data-card>
          {amount}
        </span>
        <span data-card>{status}</span>
        <span className={styles.time}>{time}</span>
      </Opens>
      {list.actions && <div className={styles.actions}>{list.actions.render(row, text)}</div>}
    </li>
  )
}

function Opens({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <div className={styles.card}>{children}</div>
  return (
    <Link to={href} className={styles.card}>
      {children}
    </Link>
  )
}
