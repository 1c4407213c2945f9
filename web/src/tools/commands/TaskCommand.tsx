import { useT } from '../../app/i18n'
import { showAlert } from '../../app/state'
import type { CommandProps } from '../../kit/command/CommandButton'
import { CommandForm } from '../../kit/command/CommandForm'
import { type Task, taskName } from '../tasks'
import { useRefresh } from '../useRefresh'

export interface TaskProps extends CommandProps {
  task: Task
}

/** Says what would be done with a task, and does it. */
export function TaskCommand({ task, action, onClose }: TaskProps & { action: 'run' | 'pause' | 'resume' }) {
  const t = useT('common', 'kit', 'tools')
  const refresh = useRefresh()
  return (
    <CommandForm
      command={`tools:task:${action}`}
      ids={{ id: task.id }}
      title={t(`tools.${action}.title`)}
      submit={t(`tools.${action}.submit`)}
      subject={{ thing: taskName(t, task.name) }}
      texts={`tools.${action}`}
      text={<p>{t(`tools.${action}.text`)}</p>}
      onDone={() => {
        onClose()
        showAlert('success', t(`tools.${action}.done`))
        refresh()
      }}
      onClose={onClose}
    />
  )
}
