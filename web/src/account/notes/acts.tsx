import { defineActs } from '../../kit/act/defineActs'
import type { StoredFile } from '../../kit/files/Files'
import { formatMoney } from '../../kit/format'
import { type NoteRecord, planWords } from './note'

/** Where a note can go from where it is. */
export default defineActs<{ note: Pick<NoteRecord, 'id' | 'number' | 'amount' | 'type'> }>()(
  {
    texts: ['account'],
    ids: ({ note }) => ({ id: note.id }),
    values: ({ note }, { language }) => ({
      number: note.number,
      amount: formatMoney(note.amount, language),
    }),
    fields: 'account.notes',
    plan: ({ t, language }) => planWords(t, language),
  },
  {
    submit: {
      command: 'account:note:submit',
      title: 'account.notes.submit_title',
      submit: 'account.notes.submit',
      text: 'account.notes.submit_text',
      done: 'account.notes.submit_done',
    },
    post: {
      command: 'account:note:post',
      title: 'account.notes.post_title',
      submit: 'account.notes.post',
      text: 'account.notes.post_text',
      done: 'account.notes.post_done',
    },
    cancel: {
      command: 'account:note:cancel',
      title: 'account.notes.cancel_title',
      submit: 'account.notes.cancel',
      text: 'account.notes.cancel_text',
      done: 'account.notes.cancel_done',
      danger: true,
    },
  },
)

/** What can be done with a file of a note that is not posted. */
export const FileActs = defineActs<{ note: string; file: StoredFile }>()(
  {
    texts: ['account'],
    ids: ({ note, file }) => ({ id: note, file: file.id }),
    values: ({ file }) => ({ name: file.name }),
  },
  {
    remove: {
      command: 'account:note:remove_file',
      title: 'account.files.remove_title',
      submit: 'account.files.remove',
      text: 'account.files.remove_text',
      danger: true,
    },
  },
)
