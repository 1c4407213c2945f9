import { TaskCommand, type TaskProps } from './TaskCommand'

/** Stops a task from running by the clock. */
export default function PauseTask(props: TaskProps) {
  return <TaskCommand {...props} action="pause" />
}
