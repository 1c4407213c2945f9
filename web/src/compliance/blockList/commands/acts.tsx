import { defineActs } from '../../../kit/act/defineActs'
import { planWords, wordOf } from '../block'

/** What is decided on an entry of the block list. */
export default defineActs<{ id: string; name: string }>()(
  {
    texts: ['blockList'],
    subject: ({ name }) => ({ thing: name }),
    values: ({ name }) => ({ name }),
    fields: 'blockList.fields',
  },
  {
    confirm: {
      command: 'compliance:block_entry:confirm',
      title: 'blockList.confirm.title',
      submit: 'blockList.confirm.submit',
      text: 'blockList.confirm.text',
    },
    extend: {
      command: 'compliance:block_entry:extend',
      title: 'blockList.extend.title',
      submit: 'blockList.extend.submit',
      text: 'blockList.extend.text',
    },
    end: {
      command: 'compliance:block_entry:end',
      title: 'blockList.end.title',
      submit: 'blockList.end.submit',
      text: 'blockList.end.text',
      danger: true,
      initial: () => ({ how: 'lifted' }),
      options: (_, { t }) => ({
        how: (['lifted', 'expired'] as const).map((value) => ({ value, label: wordOf(t, 'how', value) })),
      }),
      plan: ({ t }) => planWords(t),
    },
  },
)
