import type { ReactNode } from 'react'
import { Card } from '../ui/Card'
import styles from './rules.module.css'

interface GroupListProps<Group> {
  title: string
  groups: readonly Group[]
  /** Said where there is no group. */
  none: string
  /** Stands for a condition that is always true. */
  always: string
  /** What becomes of whatever no group is about. */
  rest: string
  children: (group: Group) => ReactNode
}

/** The groups of a version as they were agreed on, in their order. */
export function GroupList<Group extends { name: string; condition: string }>(props: GroupListProps<Group>) {
  const { title, groups, none, always, rest, children } = props
  return (
    <Card title={title}>
      {groups.length === 0 && <p>{none}</p>}
      <ol className={styles.groups}>
        {numbered(groups).map(({ heading, group }) => (
          <li key={heading} className={styles.group}>
            <h3 className={styles.name}>{heading}</h3>
            <p>{group.condition ? <code className={styles.code}>{group.condition}</code> : always}</p>
            {children(group)}
          </li>
        ))}
      </ol>
      <p className={styles.rest}>{rest}</p>
    </Card>
  )
}

const numbered = <Group extends { name: string }>(groups: readonly Group[]) =>
  groups.map((group, place) => ({ heading: `${place + 1}. ${group.name}`, group }))
