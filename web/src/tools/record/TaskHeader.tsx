import { Pause, Pencil, Play, StepForward } from 'lucide-react'
import { useLanguage, useT } from '../../app/i18n'
import { CommandButton, lazyDialog } from '../../kit/command/CommandButton'
import { StatusWord } from '../../kit/list/Cell'
import { RecordHeader } from '../../kit/record/RecordHeader'
import { MAY_TASKS, TASK_STATUSES, TASKS_PATH, type Task, taskName } from '../tasks'

const acts = lazyDialog(() => import('../commands/acts'))
const change = lazyDialog(() => import('../commands/ChangeTask'))

/** What the task is, how it does, and what can be done with it. */
export function TaskHeader({ task }: { task: Task }) {
  const t = useT('kit', 'tools')
  const language = useLanguage()
  const name = taskName(t, task.name)
  return (
    <RecordHeader
      crumbs={[{ label: t('tools.title'), to: `${TASKS_PATH}?enabled=1` }, { label: name }]}
      title={name}
      status={<StatusWord values={TASK_STATUSES} value={task.status} text={{ t, language }} />}
      subtitle={`${task.name} · ${task.schedule} · ${task.time_zone}`}
      actions={<Actions task={task} />}
    />
  )
}

function Actions({ task }: { task: Task }) {
  const t = useT('tools')
  const icon = { size: 18, strokeWidth: 1.75 }
  const shared = { permissions: MAY_TASKS, anyMerchant: true } as const
  return (
    <>
      <CommandButton
        {...shared}
        variant="secondary"
        dialog={change}
        given={{ task }}
        icon={<Pencil {...icon} />}
      >
        {t('tools.change.open')}
      </CommandButton>
      {task.enabled ? (
        <CommandButton
          {...shared}
          variant="secondary"
          dialog={acts}
          given={{ task, what: 'pause' }}
          icon={<Pause {...icon} />}
        >
          {t('tools.pause.open')}
        </CommandButton>
      ) : (
        <CommandButton
          {...shared}
          variant="secondary"
          dialog={acts}
          given={{ task, what: 'resume' }}
          icon={<StepForward {...icon} />}
        >
          {t('tools.resume.open')}
        </CommandButton>
      )}
      <CommandButton {...shared} dialog={acts} given={{ task, what: 'run' }} icon={<Play {...icon} />}>
        {t('tools.run.open')}
      </CommandButton>
    </>
  )
}
