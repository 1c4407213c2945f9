import { useLanguage, useT } from '../../app/i18n'
import { DateTime } from '../../kit/DateTime'
import { shortDuration } from '../../kit/duration'
import { Facts } from '../../kit/record/Facts'
import { Card } from '../../ui/Card'
import styles from '../cells.module.css'
import type { Task } from '../tasks'
import { NextRuns } from './NextRuns'

/** By which rules a task runs, and who said so. */
export function TaskFacts({ task }: { task: Task }) {
  const t = useT('tools')
  const language = useLanguage()
  const changed = task.version > 1
  return (
    <Card title={t('tools.card.rules')}>
      <Facts
        facts={[
          { label: t('tools.column.schedule'), value: <code className={styles.code}>{task.schedule}</code> },
          { label: t('tools.column.time_zone'), value: task.time_zone },
          { label: t('tools.column.grace_seconds'), value: shortDuration(task.grace_seconds, language) },
          {
            label: t('tools.column.updated_by'),
            value: changed ? task.updated_by : t('tools.record.as_declared'),
          },
          { label: t('tools.column.overlap'), value: t(`tools.overlap.${task.overlap}`) },
          { label: t('tools.column.failures'), value: task.failures },
          { label: t('tools.record.missed'), value: task.missed },
        ]}
      />
    </Card>
  )
}

/** When it runs next; or since when it does not, and by whom. */
export function NextCard({ task }: { task: Task }) {
  const t = useT('tools')
  return (
    <Card title={t('tools.card.next')}>
      {task.enabled ? (
        <NextRuns runs={task.next_runs} zone={task.time_zone} />
      ) : (
        <p>
          {t('tools.record.paused', { person: task.paused_by ?? '' })}{' '}
          {task.paused_at && <DateTime at={task.paused_at} year="always" />}
        </p>
      )}
    </Card>
  )
}
