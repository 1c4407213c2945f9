import { useParams } from '@tanstack/react-router'
import { api, body } from '../../app/api'
import { useT } from '../../app/i18n'
import { may } from '../../app/permissions'
import { Loaded } from '../../kit/record/Loaded'
import { RecordPage } from '../../kit/record/RecordPage'
import { trailTab } from '../../kit/record/trailTab'
import { useRecord } from '../../kit/record/useRecord'
import { EmptyState } from '../../ui/EmptyState'
import { SEE_TASKS, type Task } from '../tasks'
import { Durations } from './Durations'
import { Runs } from './Runs'
import { NextCard, TaskFacts } from './TaskFacts'
import { TaskHeader } from './TaskHeader'

/** One task: when it runs, how its runs went and what they said, and what can be done about it. */
export function TaskRecord() {
  const t = useT('common')
  if (!may(SEE_TASKS)) {
    return <EmptyState title={t('common.page.unauthorized')} hint={t('common.page.unauthorized_hint')} />
  }
  return <Asked />
}

const isMoving = ({ runs }: Task) => runs.some(({ status }) => status === 'waiting' || status === 'running')

function Asked() {
  const t = useT('common', 'kit', 'audit')
  const { id = '' } = useParams({ strict: false })
  const task = useRecord(
    'tools.task',
    id,
    (signal) => body(api.GET('/v1/tools/cron-tasks/{id}', { params: { path: { id } }, signal })),
    isMoving,
  )
  return (
    <Loaded query={task}>
      {(found) => (
        <RecordPage
          header={<TaskHeader task={found} />}
          main={
            <>
              <TaskFacts task={found} />
              <Durations runs={found.runs} />
              <Runs runs={found.runs} />
            </>
          }
          side={<NextCard task={found} />}
          sideFirst
          tabs={[trailTab(t, 'tasks', found.id)]}
        />
      )}
    </Loaded>
  )
}
