import { defineActs } from '../../kit/act/defineActs'

interface Given {
  code: string
  situation: string
  /** Of what was proposed or stands; empty before. */
  id: string
}

/** What becomes of a situation that does not apply here. */
export default defineActs<Given>()(
  {
    texts: ['pld'],
    ids: ({ id }): Record<string, string> => (id ? { id } : {}),
    subject: ({ code, situation }) => ({ thing: `${code} · ${situation}` }),
    fields: 'pld.acts.fields',
  },
  {
    propose: {
      command: 'pld:exclusion:propose',
      title: 'pld.acts.exclude',
      submit: 'pld.acts.propose',
      text: 'pld.acts.exclude_text',
      initial: ({ code }) => ({ code }),
      options: ({ code }) => ({ code: [{ value: code, label: code }] }),
    },
    agree: {
      command: 'pld:exclusion:decide',
      title: 'pld.acts.agree_exclusion',
      submit: 'pld.acts.agree',
      text: 'pld.acts.agree_exclusion_text',
      fixed: { agree: true },
    },
    refuse: {
      command: 'pld:exclusion:decide',
      title: 'pld.acts.refuse_exclusion',
      submit: 'pld.acts.refuse_exclusion',
      fixed: { agree: false },
    },
    end: {
      command: 'pld:exclusion:end',
      title: 'pld.acts.end_exclusion',
      submit: 'pld.acts.end_exclusion',
      text: 'pld.acts.end_exclusion_text',
    },
  },
)
