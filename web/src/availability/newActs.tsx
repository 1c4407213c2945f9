import { defineActs } from '../kit/act/defineActs'
import { type Incident, incidentPath, OWN_SERVICES, optionsOf } from './incident'

/** What is written down without an incident that the rule found. */
export default defineActs<{ today: string }, Pick<Incident, 'id'>>()(
  {
    texts: ['availability'],
    subject: (_, { t }) => ({ thing: t('availability.title') }),
    fields: 'availability.fields',
    initial: ({ today }) => ({ day: today }),
    options: (_, { t }) => ({ service: optionsOf(t, 'service', OWN_SERVICES) }),
  },
  {
    open: {
      command: 'audit:incident:open',
      title: 'availability.open.title',
      submit: 'availability.open.submit',
      text: 'availability.open.text',
      after: ({ id }, { go }) => go(incidentPath(id)),
    },
    maintenance: {
      command: 'audit:maintenance:plan',
      title: 'availability.maintenance.title',
      submit: 'availability.maintenance.submit',
      text: 'availability.maintenance.text',
      done: 'availability.maintenance.done',
    },
  },
)
