import { defineActs } from '../kit/act/defineActs'
import { CAUSES, DECISIONS, type Incident, optionsOf, typedMoment } from './incident'

/** What is done about an incident. */
export default defineActs<{
  incident: Pick<Incident, 'id' | 'number' | 'began_at' | 'minutes'>
}>()(
  {
    texts: ['availability'],
    ids: ({ incident }) => ({ id: incident.id }),
    subject: ({ incident }, { t }) => ({ thing: t('availability.number', { number: incident.number }) }),
    values: ({ incident }) => ({ number: incident.number }),
    fields: 'availability.fields',
  },
  {
    decide: {
      command: 'audit:incident:decide',
      title: 'availability.acts.decide',
      submit: 'availability.acts.decide',
      text: 'availability.acts.decide_text',
      options: (_, { t }) => ({ decision: optionsOf(t, 'decision', DECISIONS) }),
    },
    bounds: {
      command: 'audit:incident:bounds',
      title: 'availability.acts.bounds',
      submit: 'availability.acts.bounds',
      text: 'availability.acts.bounds_text',
      initial: ({ incident }) => ({ ...typedMoment(incident.began_at), minutes: String(incident.minutes) }),
    },
    merge: {
      command: 'audit:incident:merge',
      title: 'availability.acts.merge',
      submit: 'availability.acts.merge',
      text: 'availability.acts.merge_text',
    },
    split: {
      command: 'audit:incident:split',
      title: 'availability.acts.split',
      submit: 'availability.acts.split',
      text: 'availability.acts.split_text',
      initial: ({ incident }) => ({ day: typedMoment(incident.began_at).day }),
    },
    explain: {
      command: 'audit:incident:explain',
      title: 'availability.acts.explain',
      submit: 'availability.acts.save',
      options: (_, { t }) => ({ cause: optionsOf(t, 'cause', CAUSES) }),
    },
    tell: {
      command: 'audit:incident:tell',
      title: 'availability.acts.tell',
      submit: 'availability.acts.tell',
      text: 'availability.acts.tell_text',
    },
    report: {
      command: 'audit:incident:report',
      title: 'availability.acts.report',
      submit: 'availability.acts.save',
      text: 'availability.acts.report_text',
    },
    close: {
      command: 'audit:incident:close',
      title: 'availability.acts.close',
      submit: 'availability.acts.close',
      text: 'availability.acts.close_text',
    },
  },
)
