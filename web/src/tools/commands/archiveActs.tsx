import { defineActs } from '../../kit/act/defineActs'
import { formatMonth, formatNumber } from '../../kit/format'
import { planWords } from '../archive'

/** Two people take the messages of an archived month out of the database, or it is kept. */
export default defineActs<{ id: string; month: string; messages: number }>()(
  {
    texts: ['tools'],
    subject: ({ month }, { language }) => ({ thing: formatMonth(month, language) }),
    values: ({ month, messages }, { language }) => ({
      month: formatMonth(month, language),
      count: formatNumber(messages, language),
    }),
    plan: ({ t }) => planWords(t),
  },
  {
    ask: {
      command: 'tools:archive:ask',
      title: 'tools.archive.ask.title',
      submit: 'tools.archive.ask.submit',
      text: 'tools.archive.ask.text',
    },
    drop: {
      command: 'tools:archive:drop',
      title: 'tools.archive.drop.title',
      submit: 'tools.archive.drop.submit',
      text: 'tools.archive.drop.text',
      danger: true,
    },
    keep: {
      command: 'tools:archive:keep',
      title: 'tools.archive.keep.title',
      submit: 'tools.archive.keep.submit',
      text: 'tools.archive.keep.text',
    },
  },
)
