import type { ReactNode } from 'react'
import { useLanguage, useT, wordsOf } from '../../app/i18n'
import { Card } from '../../ui/Card'
import { formatAmount, formatTime, type Money, shortId } from '../format'
import { ledgerAccount } from '../ledgerAccount'
import styles from './Journals.module.css'
import { MiniTable } from './MiniTable'

const wordOf = wordsOf('kit')

/** One side of a journal. What is undefined everywhere has no column; null is not known of this side. */
export interface Side {
  account: string
  /** Whose it is, of one among many of its kind. */
  owner?: string | null
  debit: Money | null
  credit: Money | null
  before?: Money | null
  after?: Money | null
  version?: number | null
}

/** Both sides of one journal. */
export function Journal({ id, actions, sides }: { id: string; actions?: ReactNode; sides: readonly Side[] }) {
  const t = useT('kit')
  const language = useLanguage()
  const money = (value: Money | null | undefined, none: string) =>
    value ? formatAmount(value, language) : none
  const columns = [
    {
      key: 'account',
      of: ({ account, owner }: Side) =>
        [ledgerAccount(t, account || 'provider'), owner].filter(Boolean).join(': '),
      wide: true,
    },
    { key: 'debit', of: ({ debit }: Side) => money(debit, ''), end: true },
    { key: 'credit', of: ({ credit }: Side) => money(credit, ''), end: true },
    { key: 'before', of: ({ before }: Side) => money(before, '—'), end: true },
    { key: 'after', of: ({ after }: Side) => money(after, '—'), end: true },
    { key: 'version', of: ({ version }: Side) => version ?? '—', end: true },
  ].filter(({ key }) => sides.some((side) => side[key as keyof Side] !== undefined))
  const title = t('kit.journal.title', { id: shortId(id) })
  return (
    <Card flush title={title} actions={actions}>
      <MiniTable
        label={title}
        columns={columns.map(({ key, end, wide }) => ({ key, title: t(`kit.journal.${key}`), end, wide }))}
        rows={sides.map((side, place) => ({ key: `${place}`, cells: columns.map(({ of }) => of(side)) }))}
      />
    </Card>
  )
}

/** One side as records tell it. */
export interface Entry {
  journal_id: string
  account: string
  owner?: string | null
  kind: string
  debit: Money | null
  credit: Money | null
  balance_after?: Money | null
  at: string
}

/** What was posted for a record, journal by journal. Of the provider's own accounts a merchant learns no code. */
export function Journals({ entries }: { entries: readonly Entry[] }) {
  const t = useT('kit')
  const language = useLanguage()
  const journals = new Map<string, Entry[]>()
  for (const entry of entries)
    journals.set(entry.journal_id, [...(journals.get(entry.journal_id) ?? []), entry])
  return Array.from(journals, ([id, sides]) => {
    const { kind, at } = sides[0] as Entry
    return (
      <Journal
        key={id}
        id={id}
        actions={
          <small className={styles.time}>
            {wordOf(t, 'journal_kind', kind)}, {formatTime(at, language, { time: 'seconds' })}
          </small>
        }
        sides={sides.map(({ account, owner, debit, credit, balance_after }) => ({
          account,
          owner,
          debit,
          credit,
          after: balance_after,
        }))}
      />
    )
  })
}
