import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useT } from '../../app/i18n'
import { cx } from '../../ui/cx'
import { type TabItem, Tabs } from '../../ui/Tabs'
import { JsonView } from './JsonView'
import styles from './RecordPage.module.css'

export interface RecordPageProps {
  /** What it is, in what state, and what can be done: a RecordHeader. */
  header: ReactNode
  /** What a person should know first, above everything else: what failed, what is pending. */
  situation?: ReactNode
  /** The facts, what belongs to it, what happened; one under the other. */
  main: ReactNode
  /** Beside them, where there is room. */
  side?: ReactNode
  /** On narrow screens the side comes first, because it holds what people wait for. */
  sideFirst?: boolean
  /** Further sides of the record, each behind a tab and an address (`?tab=`). */
  tabs?: readonly TabItem[]
  /** The record as the server sent it, behind the last tab. */
  raw?: unknown
}

const NONE: readonly TabItem[] = []

/** The one shape of every record. */
export function RecordPage({
  header,
  situation,
  main,
  side,
  sideFirst = false,
  tabs = NONE,
  raw,
}: RecordPageProps) {
  const t = useT('kit')
  const summary = (
    <>
      <div className={styles.situation}>{situation}</div>
      <div className={cx(styles.columns, sideFirst && styles.sideFirst)}>
        <div className={styles.main}>{main}</div>
        <div className={styles.side}>{side}</div>
      </div>
    </>
  )
  const first: TabItem = { key: 'summary', label: t('kit.record.summary'), content: summary }
  const last: TabItem[] =
    raw === undefined
      ? []
      : [
          {
            key: 'raw',
            label: t('kit.record.raw'),
            content: <JsonView value={raw} label={t('kit.record.raw')} />,
          },
        ]
  const all = [first, ...tabs, ...last]
  return (
    <>
      {header}
      {all.length === 1 ? summary : <Sides tabs={all} />}
    </>
  )
}

function Sides({ tabs }: { tabs: TabItem[] }) {
  const t = useT('kit')
  const navigate = useNavigate()
  const { tab }: { tab?: string } = useSearch({ strict: false })
  const open = tabs.find(({ key }) => key === tab) ?? tabs[0]
  const choose = (key: string) =>
    void navigate({ to: '.', search: (key === tabs[0]?.key ? {} : { tab: key }) as never, replace: true })
  return <Tabs tabs={tabs} value={open?.key ?? ''} onChange={choose} label={t('kit.record.tabs')} />
}
