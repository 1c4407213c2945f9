import { defineActs } from '../../kit/act/defineActs'
import { type Task, taskName } from '../tasks'

/** What can be done with a task without filling anything in. */
export default defineActs<{ task: Task }>()(
  {
    texts: ['tools'],
    ids: ({ task }) => ({ id: task.id }),
    subject: ({ task }, { t }) => ({ thing: taskName(t, task.name) }),
  },
  {
    run: {
      command: 'tools:task:run',
      title: 'tools.run.title',
      submit: 'tools.run.submit',
      text: 'tools.run.text',
      done: 'tools.run.done',
    },
    pause: {
      command: 'tools:task:pause',
      title: 'tools.pause.title',
      submit: 'tools.pause.submit',
      text: 'tools.pause.text',
      done: 'tools.pause.done',
    },
    resume: {
      command: 'tools:task:resume',
      title: 'tools.resume.title',
      submit: 'tools.resume.submit',
      text: 'tools.resume.text',
      done: 'tools.resume.done',
    },
  },
)
