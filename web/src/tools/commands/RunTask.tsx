import { TaskCommand, type TaskProps } from './TaskCommand'

/** Asks for a run of a task now. */
export default function RunTask(props: TaskProps) {
  return <TaskCommand {...props} action="run" />
}
