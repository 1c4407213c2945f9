import { defineActs } from '../../kit/act/defineActs'
import { alertName, casePath, EXPLAINED, FALSE_ALARMS, optionsOf } from '../pld'

interface Given {
  alert: { id: string; number: number; name: string | null }
  /** Open cases of the same subject, which may take it in. */
  cases: readonly { id: string; protocol: string }[]
}

/** What becomes of an alert. */
export default defineActs<Given, { case_id?: string | null }>()(
  {
    texts: ['pld'],
    ids: ({ alert }) => ({ id: alert.id }),
    subject: ({ alert }) => ({ thing: `${alertName(alert.number)} · ${alert.name ?? ''}` }),
    fields: 'pld.acts.fields',
  },
  {
    take: {
      command: 'pld:alert:assign',
      title: 'pld.acts.take',
      submit: 'pld.acts.take',
      text: 'pld.acts.take_text',
      fixed: { email: null },
    },
    assign: { command: 'pld:alert:assign', title: 'pld.acts.assign', submit: 'pld.acts.assign' },
    note: { command: 'pld:alert:note', title: 'pld.acts.note', submit: 'pld.acts.save' },
    dismiss: {
      command: 'pld:alert:decide',
      title: 'pld.acts.dismiss',
      submit: 'pld.acts.dismiss',
      text: 'pld.acts.dismiss_text',
      fixed: { choice: 'dismiss' },
      options: (_, { t }) => ({ reason_id: optionsOf(t, 'reason', FALSE_ALARMS) }),
    },
    clear: {
      command: 'pld:alert:decide',
      title: 'pld.acts.clear',
      submit: 'pld.acts.clear',
      text: 'pld.acts.clear_text',
      fixed: { choice: 'clear' },
      options: (_, { t }) => ({ reason_id: optionsOf(t, 'reason', [...EXPLAINED, 'other']) }),
    },
    snooze: {
      command: 'pld:alert:snooze',
      title: 'pld.acts.snooze',
      submit: 'pld.acts.snooze',
      text: 'pld.acts.snooze_text',
      initial: () => ({ days: 30 }),
    },
    end_snooze: {
      command: 'pld:alert:end_snooze',
      title: 'pld.acts.end_snooze',
      submit: 'pld.acts.end_snooze',
      text: 'pld.acts.end_snooze_text',
    },
    escalate: {
      command: 'pld:alert:escalate',
      title: 'pld.acts.escalate',
      submit: 'pld.acts.escalate',
      text: 'pld.acts.escalate_text',
      fixed: { case: null },
      after: ({ case_id }, { go }) => case_id && go(casePath(case_id)),
    },
    merge: {
      command: 'pld:alert:escalate',
      title: 'pld.acts.merge',
      submit: 'pld.acts.merge',
      text: 'pld.acts.merge_text',
      initial: ({ cases }) => ({ case: cases[0]?.id ?? '' }),
      options: ({ cases }) => ({ case: cases.map(({ id, protocol }) => ({ value: id, label: protocol })) }),
      after: ({ case_id }, { go }) => case_id && go(casePath(case_id)),
    },
  },
)
