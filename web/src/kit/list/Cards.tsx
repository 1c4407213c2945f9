import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Bar } from '../../ui/Skeleton'
import styles from './Cards.module.css'
import type { ListDefinition, Text } from './definition'

export interface CardsProps<Row> {
  list: ListDefinition<Row>
  rows: readonly Row[]
  skeletons: number
  caption: string
  text: Text
}

/** The same list on a phone: name and amount, state and time. */
export function Cards<Row>({ list, rows, skeletons, caption, text }: CardsProps<Row>) {
  if (skeletons > 0) {
    return (
      <div>
        {Array.from({ length: skeletons }, (_, row) => (
          <div key={row} className={styles.card} aria-hidden>
            <Bar width="55%" />
            <span className={styles.end}>
              <Bar width={72} />
            </span>
            <Bar width={72} height={20} />
            <span className={styles.end}>
              <Bar width={90} />
            </span>
          </div>
        ))}
      </div>
    )
  }
  return (
    <ul aria-label={caption}>
      {rows.map((row) => {
        const { title, note, amount, status, time } = list.card(row, text)
        return (
          <li key={list.rowKey(row)}>
            <Opens href={list.href?.(row)}>
              <span className={styles.name}>
                {title}
                {note && <span className={styles.note}>{note}</span>}
              </span>
              <span className={styles.amount}>{amount}</span>
              <span>{status}</span>
              <span className={styles.time}>{time}</span>
            </Opens>
            {list.actions && <div className={styles.actions}>{list.actions.render(row, text)}</div>}
          </li>
        )
      })}
    </ul>
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
