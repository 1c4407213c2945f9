import { TaskCommand, type TaskProps } from './TaskCommand'

/** Lets a paused task go on. */
export default function ResumeTask(props: TaskProps) {
  return <TaskCommand {...props} action="resume" />
}
