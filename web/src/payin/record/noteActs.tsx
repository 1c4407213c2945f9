import { defineActs } from '../../kit/act/defineActs'

interface Noted {
  id: string
  file?: { id: string; name: string }
}

/** What is noted of a charge, and taken away from it. */
export default defineActs<Noted>()(
  {
    texts: ['charge'],
    fields: 'charge.notes',
    ids: ({ id, file }) => ({ id, ...(file && { file: file.id }) }),
    values: ({ file }) => ({ name: file?.name ?? '' }),
  },
  {
    note: { command: 'payin:charge:note', title: 'charge.notes.add', submit: 'charge.notes.submit' },
    remove_file: {
      command: 'payin:charge:remove_file',
      title: 'charge.files.remove_title',
      submit: 'charge.files.remove',
      text: 'charge.files.remove_text',
      danger: true,
    },
  },
)
