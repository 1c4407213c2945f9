import { defineActs } from '../../kit/act/defineActs'
import { ATTRIBUTES, DAYS, VALUES } from './bacen'

/** What can be done with attributes and duties. */
export default defineActs<{
  id: string
  name: string
  partners?: readonly { value: string; label: string }[]
}>()(
  {
    texts: ['bacen'],
    subject: ({ name }) => ({ thing: name }),
    values: ({ name }) => ({ name }),
    fields: 'bacen.field',
  },
  {
    set: {
      command: 'bacen:attribute:set',
      title: 'bacen.acts.set',
      submit: 'bacen.acts.keep',
      text: 'bacen.acts.set_text',
      options:
        ({ partners = [] }, { t }) =>
        ({ attribute }) => {
          const named = VALUES[String(attribute)]
          return {
            attribute: ATTRIBUTES.map((value) => ({ value, label: t(`bacen.attribute.${value}`) })),
            ...(named && {
              value: named.map((value) => ({ value, label: t(`bacen.value.${attribute}_${value}`) })),
            }),
            ...(partners.length > 0 && { subject: partners }),
          }
        },
      days: ({ attribute }) => (DAYS.has(String(attribute)) ? ['value'] : []),
    },
    confirm: {
      command: 'bacen:attribute:confirm',
      title: 'bacen.acts.confirm',
      submit: 'bacen.acts.keep',
      text: 'bacen.acts.confirm_text',
      options: (_, { t }) => ({
        decision: ['confirm', 'refuse'].map((value) => ({ value, label: t(`bacen.decision.${value}`) })),
      }),
    },
    done: {
      command: 'bacen:duty:done',
      title: 'bacen.acts.done',
      submit: 'bacen.acts.done',
      text: 'bacen.acts.done_text',
    },
  },
)
