import { defineActs } from '../../../kit/act/defineActs'
import { planWords, type ScheduleRecord } from '../schedule'

/** What can be done with a schedule. */
export default defineActs<{ schedule: Pick<ScheduleRecord, 'id' | 'name'> }>()(
  {
    texts: ['deposits'],
    ids: ({ schedule }) => ({ id: schedule.id }),
    values: ({ schedule }) => ({ name: schedule.name }),
    fields: 'deposits.schedule',
    plan: ({ t, language }) => planWords(t, language),
  },
  {
    pause: {
      command: 'account:schedule:pause',
      title: 'deposits.schedule.pause.title',
      submit: 'deposits.schedule.pause.submit',
      text: 'deposits.schedule.pause.text',
      done: 'deposits.schedule.pause.done',
    },
    resume: {
      command: 'account:schedule:resume',
      title: 'deposits.schedule.resume.title',
      submit: 'deposits.schedule.resume.submit',
      text: 'deposits.schedule.resume.text',
      done: 'deposits.schedule.resume.done',
    },
    skip: {
      command: 'account:schedule:skip',
      title: 'deposits.schedule.skip.title',
      submit: 'deposits.schedule.skip.submit',
      text: 'deposits.schedule.skip.text',
      done: 'deposits.schedule.skip.done',
    },
    run: {
      command: 'account:schedule:run',
      title: 'deposits.schedule.run.title',
      submit: 'deposits.schedule.run.submit',
      text: 'deposits.schedule.run.text',
      done: 'deposits.schedule.run.done',
    },
    end: {
      command: 'account:schedule:end',
      title: 'deposits.schedule.end.title',
      submit: 'deposits.schedule.end.submit',
      text: 'deposits.schedule.end.text',
      done: 'deposits.schedule.end.done',
      danger: true,
    },
  },
)
